// Ways on: home, this moment's address, the replay as a file, the analysis; the last two where a service has the game.

const served = location.protocol !== "file:" && location.pathname.match(/\/r\/([\w-]+)$/);
const address = () => location.href.replace(/#.*/, "") + "#frame=" + at + "&view=" + D.readers[reader].key;

$("home").hidden = !served;
const copied = make("button", "link", "Copy this moment", $("share"));
copied.onclick = async () => {
  const field = make("input", "address", undefined, $("share"));
  Object.assign(field, { value: address(), readOnly: true, ariaLabel: "Address of this moment" });
  field.select();
  let done = false;
  try { await navigator.clipboard.writeText(field.value); done = true; } catch { done = document.execCommand("copy"); }
  copied.textContent = done ? "Copied" : "Press Ctrl+C";
  setTimeout(() => { copied.textContent = "Copy this moment"; field.remove(); }, done ? 1500 : 15000);
};
if (served) {
  const file = make("a", "link", "Download", $("share"));
  file.href = "../v1/games/" + served[1] + "/replay";
  file.download = served[1] + ".json";
  make("a", "link", "Analysis", $("share")).href = "../g/" + served[1];
}

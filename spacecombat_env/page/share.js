// Ways on: home, this moment's address, a frame for other pages; where a service has the game: the
// replay as a file, its analysis, and a new game from here. In a frame of another page (/e/): the whole replay.

const served = location.protocol !== "file:" && location.pathname.match(/\/([re])\/([\w-]+)$/);
const isFramed = !!served && served[1] === "e", replays = location.href.replace(/#.*/, "");
const moment = () => "#frame=" + at + "&view=" + D.readers[reader].key;
document.documentElement.classList.toggle("framed", isFramed);

$("home").hidden = !served;
// A button that copies a text; one that cannot shows it to be copied.
function copies(label, name, text) {
  const b = make("button", "link", label, $("share"));
  b.onclick = async () => {
    const field = make("input", "address", undefined, $("share"));
    Object.assign(field, { value: text(), readOnly: true, ariaLabel: name });
    field.select();
    let done = false;
    try { await navigator.clipboard.writeText(field.value); done = true; } catch { done = document.execCommand("copy"); }
    b.textContent = done ? "Copied" : "Press Ctrl+C";
    setTimeout(() => { b.textContent = label; field.remove(); }, done ? 1500 : 15000);
  };
}
function leads(text, address) {
  const a = make("a", "link", text, $("share"));
  document.addEventListener("shown", () => { a.href = address(); });
  return a;
}
if (isFramed) Object.assign(leads("Open the whole replay", () => "../r/" + served[2] + moment()), { target: "_blank", rel: "noopener" });
else copies("Copy this moment", "Address of this moment", () => replays + moment());
if (served && !isFramed) {
  copies("Embed", "This moment for a page of your own",
    () => `<iframe src="${replays.replace(/\/r\/([\w-]+)$/, "/e/$1") + moment()}" width="640" height="480" title="spacecombat"></iframe>`);
  leads("Play on from here", () => "../#from=" + served[2] + "&decision=" + D.frames[at].n + "&turn=" + D.frames[at].t +
    (D.readers[reader].seat < 0 ? "" : "&seat=" + D.readers[reader].key));
  leads("Download", () => "../v1/games/" + served[2] + "/replay").download = served[2] + ".json";
  leads("Analysis", () => "../g/" + served[2]);
}

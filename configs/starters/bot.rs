// A bot for spacecombat/1 in Rust (rustc -O bot.rs): chooses an enemy if it can, else any legal action.
// It needs no crate. It contains a JSON reader, which does not decode escapes in texts.
use std::{collections::HashMap, io::BufRead, iter::Peekable, str::Chars};

#[derive(Default)]
struct Json { raw: String, list: Vec<Json>, of: HashMap<String, Json> } // raw: a text keeps its quotes

impl Json {
    fn text(&self, name: &str) -> &str { self.of[name].raw.trim_matches('"') }
}

fn read(from: &mut Peekable<Chars>) -> Json {
    let mut json = Json::default();
    let skip = |from: &mut Peekable<Chars>| while from.next_if(|c| " \t\r\n,:".contains(*c)).is_some() {};
    skip(from);
    if let Some(open) = from.next_if(|c| "{[".contains(*c)) {
        while let Some(c) = { skip(from); from.peek() } {
            if "}]".contains(*c) { break; }
            let value = read(from);
            if open == '[' { json.list.push(value); } else { json.of.insert(value.raw.trim_matches('"').into(), read(from)); }
        }
        from.next();
    } else if let Some(quote) = from.next_if_eq(&'"') {
        json.raw.push(quote);
        while let Some(c) = from.next() {
            json.raw.push(c);
            if c == '"' { break; }
            if c == '\\' { json.raw.extend(from.next()); }
        }
    } else {
        while let Some(c) = from.next_if(|c| !",:]} \t\r\n".contains(*c)) { json.raw.push(c); }
    }
    json
}

/// Return one of the legal actions, which are in `ask["words"]`: change this function. `luck` is a xorshift state.
fn choose<'a>(ask: &'a Json, luck: &mut u64) -> &'a Json {
    let mut words: Vec<&Json> = ask.of["words"].list.iter().collect();
    if words.iter().any(|word| word.text("kind").starts_with("enemy")) { words.retain(|word| word.text("kind").starts_with("enemy")); }
    *luck ^= *luck << 13; *luck ^= *luck >> 7; *luck ^= *luck << 17;
    words[(*luck >> 16) as usize % words.len()]
}

fn main() {
    let mut games = HashMap::<String, u64>::new();
    let send = |to: &Json, kind: &str, more: String| println!("{{\"type\":\"{kind}\",\"id\":{}{more}}}", to.of["id"].raw);
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let message = read(&mut line.chars().peekable());
        match message.text("type") {
            "hello" => send(&message, "ready", r#","protocol":"1.0","name":"Rust starter","version":"1","deterministic":true,"wants":{"view":false,"events":false}"#.into()),
            "ping" => send(&message, "pong", String::new()),
            "new_game" => { games.insert(message.text("game").into(), message.text("bot_seed").parse::<u64>().unwrap_or(0) | 1); }
            "ask" => { let word = choose(&message, games.get_mut(message.text("game")).unwrap());
                send(&message, "say", format!(",\"game\":{},\"at\":{},\"words\":[{}]", message.of["game"].raw, message.of["at"].raw, word.of["token"].raw)); }
            "refused" | "fault" | "game_over" => eprintln!("{line}"), // the host repeats the `ask` if it waits for an answer
            kind => if kind == "bye" { return },
        }
    }
}

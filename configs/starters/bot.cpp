// A bot for spacecombat/1 in C++17 (g++ -O2 -std=c++17 bot.cpp -o bot): chooses an enemy if it can,
// else any legal action. It contains a JSON reader, which does not decode escapes in texts.
#include <cstring>
#include <iostream>
#include <map>
#include <random>
#include <vector>
using std::string;
struct Json {
  string raw;  // source of a value that is neither a list nor an object; a text keeps its quotes
  std::vector<Json> list;
  std::map<string, Json> of;
  Json operator[](const string& name) const { return of.count('"' + name + '"') ? of.at('"' + name + '"') : Json(); }
};

Json read(const char*& at) {
  const auto skip = [&](const char* some, bool in) { while (*at && !strchr(some, *at) != in) ++at; };
  skip(" \t\r\n,:", true);
  Json json;
  const char *begin = at, open = *at;
  if (open == '{' || open == '[') {
    for (++at; skip(" \t\r\n,:", true), *at && !strchr("}]", *at);) {
      const Json value = read(at);
      if (open == '[') json.list.push_back(value); else json.of[value.raw] = read(at);
    }
    return *at ? ++at, json : json;
  }
  if (open != '"') skip(",:]} \t\r\n", false);
  else for (++at; *at && *at++ != '"';) if (at[-1] == '\\' && *at) ++at;
  json.raw.assign(begin, at);
  return json;
}

// Return one of the legal actions, which are in `ask["words"]`: change this function.
Json choose(const Json& ask, std::mt19937_64& luck) {
  std::vector<Json> enemies;
  for (const Json& word : std::vector<Json>(ask["words"].list)) if (word["kind"].raw.find("\"enemy") == 0) enemies.push_back(word);
  const auto words = enemies.empty() ? ask["words"].list : enemies;
  return words[luck() % words.size()];
}

int main() {
  std::map<string, std::mt19937_64> games;
  for (string line; std::getline(std::cin, line);) {
    const char* at = line.c_str();
    const Json message = read(at);
    const string kind = message["type"].raw, id = message["id"].raw, game = message["game"].raw;
    if (kind == "\"hello\"")
      std::cout << R"({"type":"ready","protocol":"1.0","name":"C++ starter","version":"1","id":)" << id
                << R"(,"deterministic":true,"wants":{"view":false,"events":false}})" << std::endl;
    if (kind == "\"ping\"") std::cout << R"({"type":"pong","id":)" << id << "}" << std::endl;
    if (kind == "\"new_game\"") games[game].seed(std::stoull(message["bot_seed"].raw));
    if (kind == "\"ask\"")
      std::cout << R"({"type":"say","id":)" << id << R"(,"game":)" << game << R"(,"at":)" << message["at"].raw
                << R"(,"words":[)" << choose(message, games[game])["token"].raw << "]}" << std::endl;
    if (kind == "\"refused\"" || kind == "\"fault\"" || kind == "\"game_over\"") std::cerr << line << std::endl;
    if (kind == "\"bye\"") return 0;
  }
}

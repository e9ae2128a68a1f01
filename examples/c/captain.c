/* Plays a scripted player as seat 0 against random actions and prints the digest of the end. */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "spacecombat.h"

static int32_t checked(int32_t code) {
  if (code >= 0) return code;
  fprintf(stderr, "%s\n", spacecombat_message(code));
  exit(1);
}

static spacecombat_scenario *open_file(const char *path) {
  static char data[1 << 22];
  FILE *file = fopen(path, "rb");
  size_t size = file ? fread(data, 1, sizeof data, file) : 0;
  if (file) fclose(file);
  spacecombat_scenario *scenario;
  checked(spacecombat_open(data, (int64_t)size, &scenario));
  return scenario;
}

static const spacecombat_scripted *find_player(const char *library, const char *name,
                                               const spacecombat_scenario *scenario) {
  spacecombat_info info;
  char symbol[80];
  checked(spacecombat_describe(scenario, &info));
  snprintf(symbol, sizeof symbol, "%s_%s_scripted", info.ruleset, info.capacity);
  void *opened = dlopen(library, RTLD_NOW);
  const spacecombat_scripted *(*named)(const char *) = NULL;
  if (opened) *(void **)&named = dlsym(opened, symbol);
  const spacecombat_scripted *player = named ? named(name) : NULL;
  if (!player) fprintf(stderr, "%s: no player %s for %s\n", library, name, info.ruleset);
  return player;
}

int main(int count, char **words) {
  if (count != 5) {
    fprintf(stderr, "usage: %s SCENARIO SEED LIBRARY PLAYER\n", words[0]);
    return 2;
  }
  spacecombat_scenario *scenario = open_file(words[1]);
  const spacecombat_scripted *player = find_player(words[3], words[4], scenario);
  if (!player) return 1;
  int64_t draw = strtoll(words[2], NULL, 10);
  spacecombat_game *game;
  checked(spacecombat_new(scenario, (uint64_t)draw, &game));
  for (uint32_t luck = 0; spacecombat_seat(game) != SPACECOMBAT_NOBODY; luck += 1000003) {
    int32_t bits = (int32_t)(luck & INT32_MAX);
    int32_t action = spacecombat_seat(game) == 0 ? spacecombat_choose(game, player, bits)
                                                 : spacecombat_random(game, &draw);
    checked(spacecombat_apply(game, checked(action)));
  }
  char digest[65];
  checked(spacecombat_digest(game, digest, sizeof digest));
  printf("%s\n", digest);
  spacecombat_free(game);
  spacecombat_close(scenario);
  return 0;
}

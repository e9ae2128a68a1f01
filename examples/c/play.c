/* Plays a game at random and prints its digest, the same as Python's; README.md tells how. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "spacecombat.h"

static int32_t checked(int32_t code) {
  if (code >= 0) return code;
  fprintf(stderr, "%s\n", spacecombat_message(code));
  exit(1);
}

static void *read_file(const char *path, long *size) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) {
    perror(path);
    exit(1);
  }
  *size = ftell(file);
  rewind(file);
  void *data = malloc(*size > 0 ? *size : 1);
  *size = data ? (long)fread(data, 1, *size, file) : 0;
  fclose(file);
  return data;
}

int main(int count, char **words) {
  if (count != 3) {
    fprintf(stderr, "usage: %s SCENARIO SEED\n", words[0]);
    return 2;
  }
  long size;
  void *data = read_file(words[1], &size);
  spacecombat_scenario *scenario;
  checked(spacecombat_open(data, size, &scenario));
  free(data);
  spacecombat_info info;
  checked(spacecombat_describe(scenario, &info));
  printf("%s, %s: %" PRId32 " actions\n", info.ruleset, info.name, info.actions);

  int64_t draw = strtoll(words[2], NULL, 10);
  spacecombat_game *game;
  checked(spacecombat_new(scenario, (uint64_t)draw, &game));
  while (spacecombat_seat(game) != SPACECOMBAT_NOBODY) {
    int32_t action = checked(spacecombat_random(game, &draw));
    checked(spacecombat_apply(game, action));
  }

  spacecombat_result end;
  checked(spacecombat_outcome(game, &end));
  printf("winner %" PRId32 " after %" PRId32 " turns, %" PRId32 " decisions\n", end.verdict,
         end.turns, end.decisions);
  char digest[65];
  checked(spacecombat_digest(game, digest, sizeof digest));
  printf("%s\n", digest);
  spacecombat_free(game);
  spacecombat_close(scenario);
  return 0;
}

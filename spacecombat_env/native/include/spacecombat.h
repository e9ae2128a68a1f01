/* The rules of spacecombat-env for programs in C, or in a language that calls C.
 *
 * A scenario comes from a file that `spacecombat export-scenario` writes. A game belongs to a
 * scenario. Seats are 0 and 1. Actions are numbers below `spacecombat_info.actions`.
 *
 * Functions return SPACECOMBAT_OK or a negative code, unless their comment tells otherwise. A
 * function that returns a code other than SPACECOMBAT_OK has changed nothing. Any pointer may be
 * null: then the code is SPACECOMBAT_NULL. Lengths are in elements; a buffer of another length
 * than the one that is asked for gives SPACECOMBAT_SIZE.
 *
 * Threads: a scenario may serve several threads at once, a game or a batch one at a time.
 */
#ifndef SPACECOMBAT_H
#define SPACECOMBAT_H

#include <stdint.h>

#ifndef SPACECOMBAT_API
#ifdef _WIN32
#define SPACECOMBAT_API __declspec(dllimport)
#else
#define SPACECOMBAT_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
  SPACECOMBAT_OK = 0,
  SPACECOMBAT_NULL = -1,     /* a pointer is null */
  SPACECOMBAT_FILE = -2,     /* not a scenario file, or a damaged one */
  SPACECOMBAT_VERSION = -3,  /* a scenario file of another version of its format */
  SPACECOMBAT_RULES = -4,    /* this library has no such rules, or other records */
  SPACECOMBAT_SIZE = -5,     /* a buffer of the wrong length */
  SPACECOMBAT_SEAT = -6,     /* a seat other than 0 and 1 */
  SPACECOMBAT_ILLEGAL = -7,  /* not a legal action */
  SPACECOMBAT_OVER = -8,     /* the game is over */
  SPACECOMBAT_SAVED = -9,    /* not a saved game of this scenario, or a damaged one */
  SPACECOMBAT_OTHER = -10,   /* the two games belong to different scenarios */
  SPACECOMBAT_MEMORY = -11   /* no memory left */
};

enum {
  SPACECOMBAT_NOBODY = -1,   /* no seat is to act: the game is over */
  SPACECOMBAT_KEEP = -1      /* action in a batch: leave this game as it is */
};

typedef struct spacecombat_scenario spacecombat_scenario;
typedef struct spacecombat_game spacecombat_game;
typedef struct spacecombat_batch spacecombat_batch;

typedef struct spacecombat_info {
  char ruleset[32];    /* "battle_rider" */
  char capacity[16];   /* "small": the size of the game's record */
  char name[64];       /* of the scenario, cut to fit */
  char digest[72];     /* SHA-256 of rules and opening, as Python has it: 64 hex digits */
  int32_t actions;     /* length of a mask */
  int32_t observation; /* length of an observation */
  int32_t state;       /* bytes of a game's record */
  int32_t saved;       /* bytes of a saved game */
} spacecombat_info;

typedef struct spacecombat_result {
  int32_t verdict;   /* the winning seat, 2 for a draw; -1 while the game is open */
  int32_t reason;    /* why it ended: an index of `reasons` in the file's description */
  int32_t turns;
  int32_t decisions; /* of both seats */
  int32_t margin;    /* points of the first seat minus points of the second */
} spacecombat_result;

/* A sentence about a code. */
SPACECOMBAT_API const char *spacecombat_message(int32_t code);

/* --- scenarios ------------------------------------------------------------------------------ */

/* Open the content of a scenario file, which is copied. A file has a checksum against damage, and
 * none against malice: open only files from people you trust. */
SPACECOMBAT_API int32_t spacecombat_open(const void *data, int64_t size,
                                         spacecombat_scenario **scenario);
/* Close a scenario. Its games and batches keep what they need. */
SPACECOMBAT_API void spacecombat_close(spacecombat_scenario *scenario);
SPACECOMBAT_API int32_t spacecombat_describe(const spacecombat_scenario *scenario,
                                             spacecombat_info *info);
/* The description of a scenario: JSON of *size bytes in UTF-8, followed by a zero. It names each
 * block of actions and observations, each field of a game's record, and the reasons of an ending.
 * Null if `scenario` is null. */
SPACECOMBAT_API const char *spacecombat_about(const spacecombat_scenario *scenario, int64_t *size);
/* The factors by which the entries of an observation become numbers from about -1 to 1: as many
 * as an observation has. Null if `scenario` is null. */
SPACECOMBAT_API const float *spacecombat_scales(const spacecombat_scenario *scenario);

/* --- one game ------------------------------------------------------------------------------- */

/* Make a game and run it to the first decision. The highest bit of a seed does not count. */
SPACECOMBAT_API int32_t spacecombat_new(spacecombat_scenario *scenario, uint64_t seed,
                                        spacecombat_game **game);
SPACECOMBAT_API void spacecombat_free(spacecombat_game *game);
/* Begin again with another seed. */
SPACECOMBAT_API int32_t spacecombat_start(spacecombat_game *game, uint64_t seed);
/* Make one game equal to another of the same scenario. */
SPACECOMBAT_API int32_t spacecombat_copy(const spacecombat_game *from, spacecombat_game *to);

/* The seat to act; SPACECOMBAT_NOBODY once the game is over, or if `game` is null. */
SPACECOMBAT_API int32_t spacecombat_seat(const spacecombat_game *game);
/* The player to act, by number among those who share the seat: 0 where a seat has one player.
 * SPACECOMBAT_NOBODY once the game is over, or if `game` is null. */
SPACECOMBAT_API int32_t spacecombat_player(const spacecombat_game *game);
/* Write 1 for each legal action, else 0; return their number, which is 0 once the game is over. */
SPACECOMBAT_API int32_t spacecombat_legal(const spacecombat_game *game, int8_t *mask,
                                          int64_t length);
/* Apply an action of the seat to act, and run to the next decision. */
SPACECOMBAT_API int32_t spacecombat_apply(spacecombat_game *game, int64_t action);
/* Draw a legal action, each as likely as any other, and advance the seed of the draw. Returns the
 * action. */
SPACECOMBAT_API int32_t spacecombat_random(const spacecombat_game *game, int64_t *seed);

/* A scripted player of the library libspacecombat_agents, which has a function for each rule set
 * and capacity class: `const spacecombat_scripted *battle_rider_small_scripted(const char *name)`.
 * It returns null for an unknown name. */
typedef struct spacecombat_scripted {
  const char *ruleset, *capacity, *name;
  void (*choose)(const void *, const void *, void *, const void *, void *, void *, void *);
  const int32_t *style;
} spacecombat_scripted;
/* Return the action of a scripted player for the seat to act, from what that seat may know. `luck`
 * is a random number from 0 to 2147483647. Nothing is applied. */
SPACECOMBAT_API int32_t spacecombat_choose(spacecombat_game *game,
                                           const spacecombat_scripted *player, int32_t luck);

/* Write the observation of a seat. The seat need not be to act. */
SPACECOMBAT_API int32_t spacecombat_observe(spacecombat_game *game, int32_t seat, int8_t *row,
                                            int64_t length);
/* Write the record as far as a seat may know it: `spacecombat_info.state` bytes. */
SPACECOMBAT_API int32_t spacecombat_redact(const spacecombat_game *game, int32_t seat,
                                           void *record, int64_t length);
/* Turn `into`, a game of the same scenario, into one that looks the same to a seat, with new
 * dice and with a guess for whatever the seat cannot know. A finished game is copied. */
SPACECOMBAT_API int32_t spacecombat_determinize(const spacecombat_game *game, int32_t seat,
                                                uint64_t seed, spacecombat_game *into);

/* Write the returns of both seats: 1 for a win, -1 for a loss, else 0. */
SPACECOMBAT_API int32_t spacecombat_returns(const spacecombat_game *game, float *returns);
SPACECOMBAT_API int32_t spacecombat_outcome(const spacecombat_game *game,
                                            spacecombat_result *result);

/* The record itself, hidden information included: `spacecombat_info.state` bytes, valid until
 * the game is freed. Null if `game` is null. */
SPACECOMBAT_API const void *spacecombat_record(const spacecombat_game *game);
/* Write the SHA-256 of the record as 64 hex digits and a zero, as `Game.digest` of Python. */
SPACECOMBAT_API int32_t spacecombat_digest(const spacecombat_game *game, char *hex,
                                           int64_t length);
/* Write a saved game: `spacecombat_info.saved` bytes. It has a checksum against damage. */
SPACECOMBAT_API int32_t spacecombat_save(const spacecombat_game *game, void *data, int64_t length);
SPACECOMBAT_API int32_t spacecombat_restore(spacecombat_game *game, const void *data,
                                            int64_t length);

/* --- many games ----------------------------------------------------------------------------- */

/* The rows of a batch, one for each game. They belong to the batch. */
typedef struct spacecombat_rows {
  int64_t count;
  const int8_t *observation; /* count x observation, of the seat to act */
  const int8_t *mask;        /* count x actions; zero once a game is over */
  const int8_t *seat;        /* the seat to act, SPACECOMBAT_NOBODY once a game is over */
  const float *rewards;      /* count x 2: returns, in the step in which a game ended */
  const uint8_t *done;       /* 1 where a game ended in the last step */
  const int32_t *tally;      /* count x 6: verdict, reason, turns, decisions, margin of the last
                                game that ended, and the number of games that ended */
} spacecombat_rows;

/* Make `count` games with these seeds, to be stepped by some threads (at least 1). In WebAssembly
 * there is always one. */
SPACECOMBAT_API int32_t spacecombat_batch_new(spacecombat_scenario *scenario,
                                              const uint64_t *seeds, int64_t count,
                                              int64_t threads, spacecombat_batch **batch);
SPACECOMBAT_API void spacecombat_batch_free(spacecombat_batch *batch);
SPACECOMBAT_API int32_t spacecombat_batch_rows(const spacecombat_batch *batch,
                                               spacecombat_rows *rows);
/* Apply `count` actions, one to each game. An illegal action loses its game. If `secret` is not 0,
 * a new game replaces a finished one; its seed follows from the last seed and the secret. An
 * action below 0 other than SPACECOMBAT_KEEP gives SPACECOMBAT_ILLEGAL. */
SPACECOMBAT_API int32_t spacecombat_batch_step(spacecombat_batch *batch, const int64_t *actions,
                                               int64_t count, int64_t secret);
/* Draw a legal action for each game, SPACECOMBAT_KEEP for one that is over; `seeds` advance. */
SPACECOMBAT_API int32_t spacecombat_batch_random(const spacecombat_batch *batch, int64_t *seeds,
                                                 int64_t *actions, int64_t count);
/* The record of a game, as `spacecombat_record`. Null if there is none of that number. */
SPACECOMBAT_API const void *spacecombat_batch_record(const spacecombat_batch *batch, int64_t at);

#ifdef __cplusplus
}
#endif
#endif

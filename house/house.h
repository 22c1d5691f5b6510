/* house.h: rooms and the people in them: everything a server does except sockets, files and clocks.
 *
 * A house hears messages of guests (connections) and says messages to them (docs/protocol.md). It
 * has no clock, randomness, disk, network or memory of its own: time comes with every call, the
 * rest through `house_machine`. So the same house runs behind sockets, in a terminal, in a browser
 * and in a simulator where one seed repeats everything. One thread. */
#ifndef KNOBEL_HOUSE_HOUSE_H
#define KNOBEL_HOUSE_HOUSE_H

#include "bots/bot.h"
#include "table/table.h"

enum {
    HOUSE_PROTOCOL = 1,
    HOUSE_CODE_MAX = 8,       /* of a room, with the closing zero */
    HOUSE_TOKEN_MAX = 33,     /* likewise */
    HOUSE_ADDRESS_MAX = 48,   /* likewise */
    HOUSE_CHAT_MAX = 281,     /* bytes of a line of chat, likewise */
    HOUSE_CALL_MAX = 81,      /* likewise of a call */
    HOUSE_CHAT_KEPT = 200,    /* lines */
    HOUSE_FIELDS_MAX = 24,    /* of a message */
    HOUSE_RECORD_MAX = 16384, /* bytes of a room as it is kept, without its logs and chat */
    HOUSE_PART_MAX = 65536,   /* bytes of one part of a log */
    HOUSE_SAY_MAX = 131072,   /* bytes of a message to a guest */
};

/* ---- what comes in ---- */

/* One member of a message. An object inside is flattened: `options.level`. */
typedef struct {
    const char *key;
    enum { HOUSE_TEXT, HOUSE_NUMBER, HOUSE_TRUE, HOUSE_FALSE, HOUSE_NULL } kind;
    kn_slice text;
    double number;
} house_field;

/* A message of a guest. */
typedef struct {
    house_field field[HOUSE_FIELDS_MAX];
    int count;
} house_message;

/* ---- what a house asks of its machine ---- */

/* Something to be kept; the slices last as long as the call. */
typedef struct {
    enum {
        HOUSE_KEEP_ROOM, /* the room as it is now, in place of what was kept of it before */
        HOUSE_KEEP_PART, /* one more part of the log of a match; part 0 holds header and secret */
        HOUSE_KEEP_CHAT, /* one more line of chat; those HOUSE_CHAT_KEPT before it may go */
        HOUSE_KEEP_SEAL, /* one more line of the list of seals, and the head after it */
    } what;
    const char *room;
    int64_t now_ms;
    uint32_t match, number; /* of the match and the part, or of the line of chat or the list */
    kn_slice text;
    const uint8_t *head; /* of the list after this line: TABLE_HASH_BYTES */
    /* of a room: */
    enum { HOUSE_WAITING, HOUSE_PLAYING, HOUSE_OVER } status;
    bool listed,
        clocked; /* clocked: its clock goes on while nobody is there: fetch it at the start */
    /* of a part: only what is still unseen; see HOUSE_AFTER_SEEN */
    bool unseen;
} house_record;

/* A program of the operator's that plays; a seat has it by its name, as others have a level. */
typedef struct {
    const char *name;    /* small letters, digits and dashes, fewer than TABLE_BOT_MAX; no level */
    const kn_game *game; /* the only one it plays; NULL: all */
} house_program;

/* A bot's turn to think, or a judge's: plain memory, so that it can be done elsewhere. */
typedef struct {
    char room[HOUSE_CODE_MAX];
    uint32_t match, event; /* where the table stood */
    uint32_t ticket;       /* the house's own number of it */
    const kn_game *game;
    kn_setup setup;
    int seat;
    char level[TABLE_BOT_MAX];
    char address[HOUSE_ADDRESS_MAX]; /* for whom it is done, so that nobody has more than a share */
    bool alone;                      /* the match is without people */
    bool judge;                      /* all moves with their values are wanted, not a choice */
    bot player;       /* with what it has noticed; kind and level set, solution not */
    table_state view; /* of that seat */
    /* one of the machine's programs is to think, or NULL: */
    const house_program *program;
    kn_slice events;             /* what that seat has seen of the match: lines of its log */
    char standin[TABLE_BOT_MAX]; /* the level of the bot that moves if the program does not */
    /* the answer: */
    kn_move move;
    int64_t delay_ms;
    bot_opinion opinion[KN_MOVES_MAX];
    int opinions;
    bot_reasons reasons; /* why those opinions */
} house_thought;

/* How long something must last until it reaches the guest. What does not tell of unseen records
 * must not wait for them: the time would tell that there are some. But it never overtakes what was
 * said to the same guest before. */
typedef enum {
    HOUSE_AFTER_KEEPING, /* only when all that was kept before is on disk */
    HOUSE_AFTER_SEEN,    /* … except for records that are unseen */
    HOUSE_AT_ONCE,       /* promises nothing: may overtake */
} house_when;

struct house_fetching;

typedef struct {
    void *with; /* handed to each of these */
    void *(*grow)(void *with, void *old,
                  size_t size); /* memory; size 0: give it back. Never NULL */
    void (*random)(void *with, void *bytes, size_t count);
    void (*say)(void *with, uint32_t guest, kn_slice message, house_when when);
    /* The guest has to go: a WebSocket code and a key. Said messages reach it first. The house has
     * already forgotten it and does not want to hear `house_gone`. */
    void (*dismiss)(void *with, uint32_t guest, int code, const char *why);
    void (*keep)(void *with, const house_record *record);
    /* Fetch what was kept of a room: hands each record (the room, then all parts of the last match
     * in order, then the chat in order) to house_fetched. `now_ms` of the room is when something of
     * it was kept last, or somewhat before, on the clock of this house, from which the time that no
     * house ran is left out. False if there is no such room, or if it cannot be had: then
     * house_not_fetched has been told why. */
    bool (*fetch)(void *with, const char *room, struct house_fetching *fetching);
    /* Think, now or elsewhere, and call house_thought_done when it is done. The memory is the
     * house's until then; only the answer and `player` are written. */
    void (*think)(void *with, house_thought *thought);
    /* Sign a text with the key of the house. NULL: it has none, gives no list of seals, and nobody
     * vouches for its matches. */
    void (*sign)(void *with, kn_slice text, uint8_t signature[ATTEST_SIGNATURE_BYTES]);
    /* A code for a new room that no other room has; false: there is none now. NULL: the house draws
     * codes itself, and sees by `fetch` whether they are free. */
    bool (*code)(void *with, char code[HOUSE_CODE_MAX]);
    /* Programs that play, if there are any: `think` has to ask the one that a thought names. */
    const house_program *programs;
    int program_count;
} house_machine;

/* Limits the operator may set; house_limits_initial has the defaults. */
typedef struct {
    int rooms; /* in memory */
    int guests_a_room;
    int rooms_an_hour;                       /* opened by one address */
    int misses_a_minute;                     /* wrong codes from one address */
    int messages_a_second, messages_at_once; /* of one guest */
    int chats_at_once;                       /* of one guest; one more each second */
    int64_t idle_ms;                         /* a room without guests leaves memory after so long */
    int64_t grace_ms;     /* a person without a connection is away after so long */
    int64_t lag_cap_ms;   /* fair time: how far back a slap is believed, and how long all wait */
    int64_t lead_ms;      /* fair time: dice leave at most so long before they are shown */
    int returns_a_second; /* of guests who come back after all were cut off; see `spread` */
} house_limits;
extern const house_limits house_limits_initial;

/* ---- the house ---- */

typedef struct house house;

house *house_open(const house_machine *machine, const house_limits *limits);
void house_close(house *h);

/* A guest has come (any number that is not in use), has sent something, has gone. */
void house_come(house *h, uint32_t guest, const char *address, int64_t now_ms);
void house_hear(house *h, uint32_t guest, const house_message *message, int64_t now_ms);
void house_gone(house *h, uint32_t guest, int64_t now_ms);

/* The guest may enter this room and no other: its code is in the address that it came to. */
void house_tie(house *h, uint32_t guest, const char *code);

/* Refuse a message of the guest without hearing it. */
void house_refuse(house *h, uint32_t guest, const house_message *message, const char *why,
                  int64_t now_ms);

/* The text was not a message at all. */
void house_mishear(house *h, uint32_t guest, int64_t now_ms);

/* The measured round trip to the guest. */
void house_measured(house *h, uint32_t guest, double round_trip_ms);

/* Does the guest's next move depend on reaction? Then measure more often. */
bool house_in_a_hurry(const house *h, uint32_t guest);

/* house_tick carries out what is due by now; house_alarm says when to call it next, or KN_NEVER. */
void house_tick(house *h, int64_t now_ms);
int64_t house_alarm(const house *h);

/* Open a room as POST /api/rooms asks; NULL and the answer in `out`, or why not. The answer must
 * not leave before what was kept is on disk. */
const char *house_open_room(house *h, const char *address, const house_message *message,
                            int64_t now_ms, kn_text *out);

/* Wrong codes from one address are limited, over HTTP and in messages together, so that nobody
 * finds rooms by trying: has this address tried too often? One more was wrong. */
bool house_tried_too_often(house *h, const char *address, int64_t now_ms);
void house_missed(house *h, const char *address, int64_t now_ms);

/* Facts for HTTP; NULL or why not. */
const char *house_describe_room(house *h, const char *code, int64_t now_ms, kn_json *out);
void house_list_rooms(house *h, kn_json *out);

/* What an invitation to the room says to people who have only its link; NULL or why not. */
typedef struct {
    const char *game, *language; /* its key; two letters */
    char host[TABLE_NAME_MAX];   /* empty: the host is not to be named, or has no seat */
} house_invitation;
const char *house_invite(house *h, const char *code, int64_t now_ms, house_invitation *out);

/* The parts of one match, joined, as a log for people, with its secret; NULL or why not. The log
 * is written behind `out` and is at most as long as the parts and TABLE_LINE_MAX more. */
const char *house_write_log(house *h, const char *code, uint32_t match, kn_slice parts,
                            int64_t now_ms, kn_text *out);

/* The match that is being played in a room that is in memory; 0: none. */
uint32_t house_match_on(house *h, const char *code);

/* Normalise a code as typed; false if it cannot be one. */
bool house_read_code(kn_slice typed, char code[HOUSE_CODE_MAX]);

/* Draw a code, which may be taken. */
void house_draw_code(void (*random)(void *with, void *bytes, size_t count), void *with,
                     char code[HOUSE_CODE_MAX]);

/* Where the list of seals stands, and the public key that vouches for it: at the start, and when
 * the disk is well again after a failure. */
void house_set_seals(house *h, const uint8_t key[ATTEST_KEY_BYTES], uint32_t count,
                     const uint8_t head[TABLE_HASH_BYTES]);

/* Think a thought through, on any thread: choose a move, or judge all of them and say why.
 * `solution` is what was solved for the game, and only wanted if `house_needs_solution`. */
bool house_needs_solution(const house_thought *thought);
void house_think(house_thought *thought, const void *solution, const bot_machine *machine);

/* The program has not found a move: from here on this is a thought of the bot that stands in. */
void house_let_stand_in(house_thought *thought);

/* A bot has thought. */
void house_thought_done(house *h, house_thought *thought, int64_t now_ms);

/* One kept record of the room being fetched; false if it cannot be understood. */
bool house_fetched(struct house_fetching *fetching, const house_record *record);

/* A match that was loaded, to be played on in a room of this house: all its people are one person,
 * who holds the token. `house_write_loaded` writes the record of that room, at most
 * HOUSE_RECORD_MAX bytes; the part of its log begins with what `house_write_part_head` writes. */
typedef struct {
    const table *table;
    const char *token;
    uint8_t secret[TABLE_HASH_BYTES]; /* of the next match */
    int64_t pace_ms;
} house_loaded;
void house_write_loaded(const house_loaded *loaded, kn_text *out);
void house_write_part_head(const table *t, kn_text *out);

/* There is or may be such a room, but it cannot be had: `disk`, `busy`; `damaged`: it cannot be
 * read; `cleared`: it was cleared away, but its code is not free yet. */
void house_not_fetched(struct house_fetching *fetching, const char *why);

/* Bring a room into memory, because its clock goes on. */
void house_wake(house *h, const char *code, int64_t now_ms);

/* What was to be kept of this room could not be kept: forget the room, as the disk knows better,
 * and dismiss its guests with 1013. */
void house_lost(house *h, const char *code);

/* So many of the records that this house has kept since it was opened are on disk. A machine that
 * never says so lets people wait longer for what they did unseen, and loses nothing. */
void house_on_disk(house *h, uint64_t records);

/* The time that comes with every call never jumps. The date may: it is so far ahead of the time. */
void house_set_date(house *h, int64_t ahead_ms);

/* Nothing can be kept (`why`: `disk`, `draining`), so nothing is accepted; NULL: all is well. */
void house_refuse_all(house *h, const char *why);

/* How much can still be kept: what is new is refused first, with `no_space`, so that matches that
 * are being played can end. */
typedef enum {
    HOUSE_PLENTY,
    HOUSE_NO_ROOMS,   /* no new rooms */
    HOUSE_NO_MATCHES, /* nor matches, nor talk */
} house_space;
void house_set_space(house *h, house_space space);

/* Everybody is told that the house stops, and dismissed. */
void house_farewell(house *h);

/* Is the room in memory? Such rooms are not cleared away. */
bool house_has(const house *h, const char *code);

/* Rooms in memory, at most so many; returns how many. */
size_t house_rooms(const house *h, char (*codes)[HOUSE_CODE_MAX], size_t most);

typedef struct {
    uint64_t guests, rooms, playing, thinking;    /* now */
    uint64_t heard, refused, events, moves, said; /* ever */
} house_counts;
void house_count(const house *h, house_counts *out);

#endif

/* inside.h: what the files of the house share: guests, people, rooms. Private to house/.
 *
 * A message is heard (hear.c), changes a room (people.c, settings.c, match.c, talk.c), and then the
 * room settles (room.c): bots are asked to think, what changed is kept (keep.c), and only then said
 * (say.c). */
#ifndef KNOBEL_HOUSE_INSIDE_H
#define KNOBEL_HOUSE_INSIDE_H

#include "house/evening.h"
#include "house/fair.h"
#include "house/house.h"
#include "house/limits.h"
#include "house/map.h"

enum {
    ROOM_PEOPLE_MAX = 16, /* with a token; more than seats, so that a host can watch */
    ROOM_BACKS_MAX = 40,  /* in one match: each makes the log slower to read */
    MISSED_MAX = 51200,   /* bytes of events told one by one to somebody who comes back */
    AWAY_MIN_S = 10,
    AWAY_MAX_S = 86400,
    TURN_MIN_S = 5,
    TURN_MAX_S = 604800,
    PACE_MAX_MS = 10000,
    PERSON_GUESTS_MAX = 8,  /* connections of one person that come in even when the room is full */
    ROOM_REMOVED_MAX = 16,  /* people who were removed and are remembered */
    STARTS_AT_ONCE = 10,    /* matches begun in a room … */
    STARTS_EACH_MS = 10000, /* … and how long until one more may be */
    CHANGES_AT_ONCE = 600,  /* of seats and settings, and matches begun, from one address … */
    CHANGES_EACH_MS = 4000, /* … likewise */
    KEYS_AT_ONCE = 3,       /* keys for another device that a person makes … */
    KEYS_EACH_MS = 20000,   /* … likewise */
    KEY_LASTS_MS = 600000,  /* and how long one is good */
    REACTIONS_AT_ONCE = 3,  /* of one person … */
    REACTIONS_EACH_MS = 2000, /* … likewise */
};

/* Why not: a key of docs/protocol.md, or NULL: it was done. */
typedef const char *refusal;

typedef struct room room;

/* A connection. */
typedef struct guest {
    uint32_t id;
    uint32_t person;               /* 0: a watcher */
    room *room;                    /* NULL: has not entered */
    struct guest *next;            /* in the same room */
    uint32_t match, passed;        /* told up to this event */
    uint32_t looked;               /* up to here we saw whether there is something to tell */
    bool wants_moves, wants_table; /* wants_table: tell the table even if nothing has happened */
    bool wants_once;               /* what several of its seats see is to be told once */
    bool wants_room, you_changed;
    bool wants_evening;          /* has not been told it as it is */
    bool brings_salts;           /* answers every seal with salts: worth waiting for */
    bool removed;                /* came with the token of somebody whom the host has removed */
    bool screen, let_in;         /* a big screen, and one that the host has let in (screen.c) */
    bool wants_key;              /* asked what lets a screen in */
    uint32_t judging;            /* the ticket of the judgement it waits for, or 0 */
    char token[HOUSE_TOKEN_MAX]; /* just given, not yet told */
    uint32_t unfit; /* the event that would no longer be possible after what it wished to correct */
    uint8_t strikes;           /* messages over the limit, one after the other */
    char name[TABLE_NAME_MAX]; /* of a watcher, for the chat */
    char address[HOUSE_ADDRESS_MAX];
    char tied[HOUSE_CODE_MAX]; /* the only room that it may enter; empty: any */
    fair_trips trips;
    bucket messages, talk;
} guest;

/* A person the room knows by a token. */
typedef struct {
    uint32_t id;
    uint8_t token[TABLE_HASH_BYTES]; /* the hash of it */
    int guests;                      /* connections */
    int64_t gone_ms;                 /* since when there is none */
    uint8_t lag;
    bool away;
    uint8_t vote;        /* about those who are absent (absence.c); 0: none */
    bool played_for;     /* a bot plays for them till they are back: so it was decided */
    bool again;          /* wants the next match */
    const kn_game *pick; /* wants this game to be next (evening.c), or NULL */
    kn_actors held;      /* seats of the match on that they hold, or have held in it */
    /* Moving to another device (moving.c): the hash of the key and until when it is good, by the
     * date; 0: there is none. The hash of the token that the last move has made void. */
    uint8_t key[TABLE_HASH_BYTES];
    int64_t key_until_ms;
    uint8_t void_token[TABLE_HASH_BYTES];
    bool has_moved;
    bucket keys, reactions;
} person;

/* A bot at a seat, or one that stands in. */
typedef struct {
    bot bot;
    char level[TABLE_BOT_MAX]; /* empty: nobody sits here yet */
    uint32_t ticket;           /* of the thought under way, or 0 */
    bool decided;              /* `view`, `move` and `act_ms` hold */
    kn_move move;
    int64_t act_ms; /* when to make the move, table time; KN_NEVER: keep still */
    table_state view;
    int64_t pull_ms, pull_um; /* a hand that grabs: since when it pulls, and from where */
    int64_t grip_ms, grip_um; /* when to tell the next grip; the last one told */
    uint8_t calls;            /* heard since the hand began to close */
} seated_bot;

/* Something about a seat that others may have to wait for: how often, and how often as told. */
typedef struct {
    uint16_t so_far, told;
} seat_note;

typedef struct {
    char name[TABLE_NAME_MAX];  /* empty: the seat is free */
    char bot[TABLE_BOT_MAX];    /* its level, or empty */
    uint32_t person;            /* or 0 */
    uint64_t salt;              /* brought since the last seal, or 0 */
    int64_t due_ms;             /* since when it may act, table time; KN_NEVER: it may not */
    bool standin;               /* a bot plays for the person */
    bool begins;                /* goes first in the next match, where somebody does */
    uint64_t unseen_record;     /* the last one with something that only this seat sees */
    seat_note hints, late;      /* asked for, and time that ran out, in this match (notes.c) */
    seated_bot *playing;        /* NULL until a bot is needed */
    uint32_t thinking, judging; /* tickets of what is being thought for this seat, or 0. They
                                 * outlive it: nobody can have more than one of each under way */
} room_seat;

typedef struct {
    int64_t at_ms;
    uint32_t number, person;
    bool phrase;
    char from[TABLE_NAME_MAX];
    char text[HOUSE_CHAT_MAX];
} chat_line;

enum { OPTIONS_TEXT_MAX = 256 };

/* What the host chooses. */
typedef struct {
    const kn_game *game;
    char options[OPTIONS_TEXT_MAX]; /* those that were chosen, `key=value` parted by blanks */
    bool ours, listed, locked;
    uint8_t begins;            /* who goes first in the next match: BEGINS_… */
    uint8_t away;              /* when somebody is away: AWAY_… */
    uint8_t hints;             /* HINTS_… */
    char same[TABLE_SAME_MAX]; /* dice that are the same for everybody: their name in the next
                                * match; empty: other dice */
    bool same_fresh;           /* the house draws a name for each match and tells it at the end */
    int64_t away_s, turn_s, pace_ms;
    char standin[TABLE_BOT_MAX];
    uint8_t watching;  /* what those see of a match who do not play in it: WATCH_… */
    uint8_t language;  /* of invitations: one of language_names */
    bool invite_names; /* an invitation may name the host */
    bool reactions;    /* may be sent */
} room_settings;

/* As numbers they are kept on disk. */
enum { LANGUAGES = 4 };
extern const char *const language_names[LANGUAGES + 1]; /* ends with NULL */

/* Those who are there are asked; a bot plays; everybody waits. As numbers they are kept on disk. */
enum { AWAY_ASK, AWAY_BOT, AWAY_WAIT, AWAYS };
extern const char *const away_names[]; /* ends with NULL */

/* The seat after the one that went first; the last one, by place; the same seat. On disk, too. */
enum { BEGINS_ROTATE, BEGINS_LOSER, BEGINS_SAME, BEGINS };
extern const char *const begins_names[]; /* ends with NULL */

/* HINTS_ALONE: as long as nobody chooses, only for who plays against bots. On disk, too. */
enum { HINTS_OFF, HINTS_ON, HINTS_ALONE, HINTS };

/* All that a watcher may see; the table as it was when nothing was hidden from anybody; nothing
 * until the match is over. */
enum { WATCH_ALL, WATCH_LATE, WATCH_NONE, WATCHINGS };
extern const char *const watching_names[]; /* ends with NULL */

/* ---- the evening: the matches of a room, of any games, and what they were worth ---- */

/* A person by one of their names, or a bot: the one or the other of that level at a table. */
typedef struct {
    uint32_t person; /* 0: a bot */
    uint8_t nth;
    char bot[TABLE_BOT_MAX];
    char name[TABLE_NAME_MAX];
    uint32_t points, wins; /* of matches that are no longer listed */
} evening_player;

typedef struct {
    uint32_t match;
    const kn_game *game;
    uint8_t seats;
    uint8_t player[KN_SEATS_MAX]; /* which one sat there */
    uint8_t place[KN_SEATS_MAX];  /* from 1 on; those who share one skip the next */
    bool struck;
} evening_match;

/* Somebody for whom the game in hand has no seat. */
typedef struct {
    uint8_t home; /* where they sat, from 0 */
    uint32_t person;
    char bot[TABLE_BOT_MAX];
    char name[TABLE_NAME_MAX];
} evening_bench;

typedef struct {
    evening_player player[EVENING_PLAYERS_MAX];
    evening_match match[EVENING_MATCHES_MAX]; /* oldest first */
    evening_bench bench[KN_SEATS_MAX];
    int players, matches, benched;
    uint32_t earlier; /* matches that are no longer listed */
    bool over;
} evening;

struct room {
    house *house;
    char code[HOUSE_CODE_MAX];
    room *older, *newer; /* rooms without guests, by how long */
    int alarm_index;     /* in the house's heap; -1: none */
    int64_t alarm_ms;

    person people[ROOM_PEOPLE_MAX];
    int people_count;
    uint8_t removed[ROOM_REMOVED_MAX][TABLE_HASH_BYTES]; /* hashes of tokens, used as a ring */
    uint32_t removed_count;                              /* ever */
    uint32_t last_person, host;
    uint32_t last_met;    /* of the people who were here when the last match started */
    uint32_t host_missed; /* has been host, and is again when back; 0: nobody is missed */
    kn_actors absent;     /* seats about which those who are there vote */
    int64_t vote_ends_ms; /* then those who have voted decide; KN_NEVER: nobody has */
    room_seat seat[KN_SEATS_MAX];
    guest *guests;
    int guest_count, watcher_count, screen_count;
    char screen_key[HOUSE_CODE_MAX]; /* lets a screen in where nobody else may watch; or empty */
    int64_t empty_ms;                /* since when nobody is there */

    room_settings settings;

    int status; /* HOUSE_WAITING, HOUSE_PLAYING, HOUSE_OVER */
    uint32_t match;
    evening *evening;                 /* NULL: nothing to tell yet */
    uint64_t evening_told;            /* a sum of what was told of it last */
    uint8_t secret[TABLE_HASH_BYTES]; /* of the next match */
    attest_seal sealed;               /* who vouches for its seal; the counts hold in any case */
    attest_seal given_up;             /* of a match that cannot be read */
    unsigned unlisted;                /* what is still to be added to the list of seals: LIST_… */
    bool starting;                    /* a match starts as soon as the salts are here */
    int64_t starting_ms;              /* … or then, without those that are missing */
    char asked_from[HOUSE_ADDRESS_MAX]; /* the address that asked last for a match */
    refusal not_started;                /* why what all wanted last did not start; NULL: it did */
    table *table;                       /* the match on, or the last one; NULL: none yet */
    int64_t began_ms;                   /* when the time of the table was 0, on the house's clock */
    bool stopped;
    uint32_t parts;       /* of its log that are kept */
    size_t kept;          /* bytes of its log that are */
    uint32_t events_seen; /* by the bots */
    uint32_t counted;     /* events of it that the house has counted */

    /* For those who see it late: the last event after which nothing was hidden from anybody, the
     * table then, up to where they may be told, and for which match, how many take-backs and how
     * many events that holds. */
    uint32_t open_event, open_known, open_match, open_backs, open_looked;
    table_state open_state;

    chat_line *chat;                /* HOUSE_CHAT_KEPT of them, used as a ring */
    uint32_t chat_count, chat_next; /* lines kept; how many there ever were in memory */

    bool changed;        /* to be kept, and told */
    bool told_differs;   /* to be told only */
    kn_actors back_told; /* who agreed to take back, as told last */
    bool settling;
    bucket starts;
};

struct house {
    house_machine machine;
    house_limits limits;
    map guests, rooms;
    addresses opened, missed, sealing; /* by address */
    struct {
        uint8_t key[ATTEST_KEY_BYTES];
        uint32_t count;
        uint8_t head[TABLE_HASH_BYTES];
    } seals;       /* the list of them */
    room **alarms; /* a heap, soonest first */
    int alarm_count, alarm_capacity;
    room *oldest, *newest; /* rooms without guests */
    const char *refuse;    /* all, for this reason; or NULL */
    house_space space;
    refusal not_found;     /* why room_find has found nothing … */
    bool code_taken;       /* … though the code is not free */
    int64_t date_ahead_ms; /* of the time */
    uint32_t tickets;
    uint64_t records, records_on_disk; /* ever kept; and as far as the machine has said */
    house_counts counts;
    int64_t spread_told_ms; /* to all who were there */
    char *out;              /* HOUSE_SAY_MAX: the message being written */
};

/* A thought under way. */
typedef struct {
    house_thought thought; /* must come first */
    house *house;
    uint32_t guest; /* who asked to judge, or 0 */
    int64_t id;     /* of that message */
    bool has_id;
} pending;

/* The date, for people to read; never before 1970. */
int64_t house_date(const house *h, int64_t now_ms);

/* ---- guests (house.c) ---- */

guest *guest_find(const house *h, uint32_t id);
void guest_dismiss(house *h, guest *g, int code, const char *why, int64_t now_ms);

/* ---- messages read (fields.c) ---- */

const house_field *field(const house_message *m, const char *key);
bool field_text(const house_message *m, const char *key, kn_slice *out);
bool field_int(const house_message *m, const char *key, int64_t min, int64_t max, int64_t *out);
bool field_name(const house_message *m, const char *key, char *out, size_t size);
bool field_bool(const house_message *m, const char *key, bool *out);
bool field_is_absent(const house_message *m, const char *key);

/* The seat a message speaks of, from 0. */
refusal field_seat(const room *r, const house_message *m, int *seat);
refusal field_own_seat(const room *r, const guest *g, const house_message *m, int *seat);
bool field_salt(const house_message *m, uint64_t *salt);

/* ---- rooms (room.c) ---- */

room *room_new(house *h, const char *code);
void room_free(room *r);
uint64_t room_key(const char *code);
room *room_in_memory(const house *h, const char *code);
room *room_find(house *h, const char *code, int64_t now_ms);
refusal room_open(house *h, const char *address, const house_message *m, int64_t now_ms,
                  char token[HOUSE_TOKEN_MAX], room **out);

/* After anything that may have changed it. */
void room_settle(room *r, int64_t now_ms);
void room_set_alarm(room *r, int64_t alarm_ms);
void room_seal_next(room *r);
int room_taken(const room *r);
int room_seats_max(const room *r);

void room_enter(room *r, guest *g, int64_t now_ms);
void room_exit(room *r, guest *g, int64_t now_ms);

/* ---- the list of seals (seals.c) ---- */

/* LIST_GIVEN_UP: a match that this house cannot read was stopped; its seal is in `given_up`. */
enum { LIST_START = 1, LIST_STOP = 2, LIST_END = 4, LIST_SEAL = 8, LIST_GIVEN_UP = 16 };

/* Add to the list what has happened in the room; the parts of its log must be kept by now. */
void seals_list(room *r, int64_t now_ms);

/* A line of the list is never cleared away. So what adds lines counts for the address that did it:
 * a change that makes a new seal, and a match for all of its lines. */
bool seals_may_add(house *h, const char *address, int64_t now_ms);
void seals_count(house *h, const char *address, int64_t now_ms);

/* ---- people (people.c) ---- */

person *person_find(room *r, uint32_t id);
person *person_of_token(room *r, kn_slice token);
bool person_here(const room *r, uint32_t id);
bool person_was_removed(const room *r, kn_slice token);
void person_note_removed(room *r, const uint8_t token[TABLE_HASH_BYTES]); /* the hash of one */
kn_actors seats_of(const room *r, uint32_t id);
bool person_new(room *r, char token[HOUSE_TOKEN_MAX], uint32_t *id);
void person_draw_token(room *r, char token[HOUSE_TOKEN_MAX], uint8_t hash[TABLE_HASH_BYTES]);
bool same_hash(const uint8_t *a, const uint8_t *b); /* takes the same time wherever they differ */

void seats_close_up(room *r, int seats);

/* Who has held which seat of the match: from its start on, and whenever somebody sits down. */
void seats_held_begin(room *r);
void seats_held_note(room *r);

/* Everybody on these seats is told anew who they are. */
void you_changed(room *r, uint32_t id);

refusal hear_sit(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_rename(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_salt(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_stand(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_leave(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_bot(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_remove(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_host(room *r, guest *g, const house_message *m, int64_t now_ms);
void host_make(room *r, uint32_t id);
void host_pass_on(room *r);

/* ---- a seat moves to another device (moving.c) ---- */

refusal hear_seat_key(room *r, guest *g, const house_message *m, int64_t now_ms);

/* The person whose key a guest brings, while it is good; NULL: nobody's. */
person *moving_find(room *r, kn_slice key, int64_t now_ms);

/* Has the token become void because its owner uses another device? */
bool moving_made_void(const room *r, kn_slice token);

/* The key is used up: the guest has entered as this person, gets a token, and all other devices of
 * theirs have to go. */
void moving_take(room *r, guest *g, person *p);
void moving_dismiss_others(room *r, const guest *g, int64_t now_ms);

/* ---- coming back (spread.c) ---- */

/* Over how many milliseconds those who are there now should come back, if all are cut off. */
int64_t spread_ms(const house *h);

/* Tell everybody; and tell them only if it is quite another time than they were told. */
void spread_tell_all(house *h);
void spread_settle(house *h);

/* ---- people who are away (absence.c) ---- */

void person_watch_time(room *r, int64_t now_ms);
int64_t person_alarm(const room *r);
bool may_vote(const room *r, const person *p);
const char *vote_name(const person *p); /* NULL: none yet */
refusal hear_vote(room *r, guest *g, const house_message *m, int64_t now_ms);

/* ---- hints and time that ran out, for all to know (notes.c) ---- */

void note_hint(room *r, int seat);
void note_late(room *r, int seat);
void notes_begin(room *r);
void notes_tell(room *r); /* what can be told now */

/* ---- what the host chooses (settings.c) ---- */

extern const room_settings room_settings_initial;
refusal hear_set(room *r, guest *g, const house_message *m, int64_t now_ms);

/* ---- screen.c ---- */

bool screen_may_see(room *r, const guest *g, const house_message *m, int64_t now_ms);
void screens_out(room *r);
void say_screen_key(guest *g);
refusal hear_screen(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal room_change(room *r, const house_message *m, int64_t now_ms);
bool hints_allowed(const room *r);

/* The game of the next match, with its initial options. */
void settings_pick(room *r, const kn_game *game);

/* ---- the evening (evening.c) ---- */

evening *evening_of(room *r); /* made when it is needed */

/* A match has come to an end: it is listed, and decides who goes first in the next one. */
void evening_add(room *r);
void evening_free(room *r);

/* The seat that goes first, counted among those taken from 0 on; -1: what the options say. */
int evening_first(const room *r);
void evening_set_first(room *r, int seat);

void evening_renamed(room *r, int seat, const char *before);
bool evening_benched(const room *r, uint32_t id);
void evening_unbench(room *r, uint32_t id, const char *name); /* NULL: all of them */
void evening_forget_picks(room *r);
refusal hear_pick(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_strike(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_evening(room *r, guest *g, const house_message *m, int64_t now_ms);

void evening_put(const room *r, kn_json *json);

/* ---- its part of the record (evening_record.c) ---- */

void evening_write(const room *r, kn_text *out);
bool evening_reads(kn_slice key); /* is a line with this key of the record its own? */
bool evening_read(room *r, kn_slice key, kn_slice value);

/* ---- the match (match.c) ---- */

refusal hear_start(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_again(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_stop(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_play(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_declare(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_roll(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_back(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_agree(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_disagree(room *r, guest *g, const house_message *m, int64_t now_ms);

/* The seats this guest holds that are in the match; does it play at all? */
kn_actors match_seats(const room *r, const guest *g);
kn_actors match_all_seats(const room *r); /* of the match */
refusal match_seated(const room *r, const guest *g);

/* More room for the log. */
void match_grow(room *r);

/* If there are more than `backs` take-backs now, all pending decisions start again. */
void match_decide_anew(room *r, uint32_t backs);

/* The setup for this number of seats, with the chosen options. */
void match_setup(const room *r, int seats, kn_setup *setup);
bool match_on(const room *r);
bool match_is_timed(const room *r); /* does reaction count in it? */

/* The time of the table, and where reaction counts when its dice were shown (else KN_NEVER). */
int64_t match_now(const room *r, int64_t now_ms);
int64_t match_shown_ms(const room *r);

/* A match that all who are there want starts. */
void match_start_if_wanted(room *r, int64_t now_ms);

/* A match that was asked for starts, if nobody's salts are waited for any longer. */
void match_start_if_due(room *r, int64_t now_ms);

/* Carry out automatic events, and note who is to move since when. */
void match_tick(room *r, int64_t now_ms);
int64_t match_alarm(const room *r, int64_t now_ms);
void match_free(room *r);
void match_stop(room *r);
bool match_is_full(const room *r); /* nothing more fits its log */
void match_count(room *r);         /* what all may know of by now */
table_answer match_load(room *r, kn_slice parts);

/* After loading: the time of the table goes on. `kept_ms`: when something was kept last. */
void match_go_on(room *r, int64_t kept_ms, int64_t now_ms);
table_answer match_read_parts(house *h, kn_slice parts, table *t);
void match_write_log(kn_slice parts, kn_text *out);
table_answer match_move(room *r, int seat, kn_move move, const table_act *act);

/* ---- correcting what was entered (correct.c) ---- */

refusal hear_correct(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_correctable(room *r, guest *g, const house_message *m, int64_t now_ms);

/* ---- bots (bots.c) ---- */

/* Bots that are due think, and those who have thought long enough move. True: something happened.
 */
bool bots_move(room *r, int64_t now_ms);
void bots_look(room *r);
void bots_hear(room *r, int direction);
void bots_leave(room *r, int seat);
int64_t bots_alarm(const room *r, int64_t now_ms);
bool level_exists(kn_slice level);
bool bot_exists(const room *r, kn_slice name); /* a level, or a program that plays this game */
bool plays_here(const room *r, const house_program *program);
refusal hear_judge(room *r, guest *g, const house_message *m, int64_t now_ms);

/* ---- the turn clock (turn_clock.c), in the time of the table ---- */

void turn_clock_stop(room *r); /* for all seats: those to move start a new decision */
void turn_clock_moved(room *r, int seat);
void turn_clock_look(room *r); /* note who is to move since when */
int64_t turn_clock_ends(const room *r, int seat);
int64_t turn_clock_alarm(const room *r, int64_t now_ms); /* the next one to run out */

/* Does a clock go on in the room, so that it stays in memory? Not if nothing will ever ring: dice
 * of one's own, a seat that was left free. */
bool turn_clock_runs(const room *r);

/* ---- talk (talk.c) ---- */

refusal hear_chat(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_call(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_react(room *r, guest *g, const house_message *m, int64_t now_ms);
void talk_grip(room *r, int seat, int64_t um);
refusal hear_grip(room *r, guest *g, const house_message *m, int64_t now_ms);
refusal hear_sync(room *r, guest *g, const house_message *m, int64_t now_ms);
chat_line *chat_add(room *r);
const chat_line *chat_at(const room *r, uint32_t index);
bool good_text(kn_slice text, size_t size);
void guest_name(const room *r, const guest *g, char name[TABLE_NAME_MAX]);
extern const char *const phrases[], *const reaction_names[];

/* ---- keeping (keep.c) ---- */

void keep_room(room *r, int64_t now_ms);
void keep_record(house *h, const house_record *record); /* the only way to the disk */
void keep_closed(room *r, const attestation *closed, int64_t now_ms);
void keep_chat(room *r, const chat_line *line, int64_t now_ms);

/* ---- saying (say.c) ---- */

void say_entered(guest *g, int64_t now_ms);
void say_you(guest *g);
void say_chat(guest *g, const chat_line *line);
void say_answer(house *h, guest *g, const house_message *m, refusal why);
void say_changes(room *r, int64_t now_ms);
void say_opinions(guest *g, const pending *p);
bool sees_live(const room *r, const guest *g);    /* the match as it goes on */
kn_actors eyes_of(const room *r, const guest *g); /* the seats it holds in it, or a watcher's */
kn_json say_begin(house *h, const char *type);
void put_options(const room *r, kn_json *json);
void say_to(guest *g, kn_json *message, house_when when);
void describe_room(const room *r, kn_json *out);
void describe_players(const room *r, kn_json *out);

#endif

/* board_routes.c: the board of the day over HTTP. See board_routes.h. The log is checked, and the
 * board read, on the reader's thread; an entry is kept on the loop's, like everything else. */
#include "server/net/board_routes.h"

#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "native/native.h"
#include "server/board.h"
#include "server/owner.h"

enum {
    SHOWN_MAX = 100,   /* entries in an answer, besides one's own */
    SPREAD_MAX = 2000, /* different results in one */
    BOARD_ANSWER_MAX = 96 << 10,
};
static const double day_ms = 24.0 * 3600 * 1000;

bool board_is_kept(const hub *h)
{
    return h->settings->board && h->machine.keep_entry;
}

/* What is looked for: a board, or whether one more fits. */
typedef struct {
    char board[BOARD_NAME_MAX];
    char entry[BOARD_ENTRY_MAX]; /* whoever asks; empty: nobody on it */
    store_board found;
    bool open;       /* more may come */
    const char *why; /* it cannot be had, or added to */
    /* of one more */
    bool posted, already;
    int most;
    int64_t unix_ms;
    char key[BOARD_KEY_DIGITS + 1];
    char name[TABLE_NAME_MAX]; /* empty: that in the log */
    board_finding finding;
    size_t length;
    char log[];
} looking;

static looking *new_looking(kn_slice log)
{
    looking *l = native_realloc(NULL, sizeof *l + log.length);
    memset(l, 0, sizeof *l);
    memcpy(l->log, log.at, log.length);
    l->length = log.length;
    return l;
}

static void drop(void *about)
{
    free(((looking *)about)->found.entry);
    free(about);
}

/* ---- on the reader's thread ---- */

/* Whoever is on the board stays, as with the first try; and each match is one person's. */
static const char *why_not_added(looking *l)
{
    const store_entry *mine = &l->finding.entry;
    for (size_t i = 0; i < l->found.count; i++) {
        const store_entry *other = &l->found.entry[i];
        if (strcmp(other->id, mine->id) == 0) {
            l->already = true;
            l->finding.entry = *other;
            return NULL;
        }
        if (memcmp(other->play, mine->play, sizeof mine->play) == 0)
            return "on_board";
    }
    return l->found.count >= (size_t)l->most ? "board_full" : NULL;
}

static void check_log(store *s, looking *l)
{
    store_entry *e = &l->finding.entry;
    l->why =
        board_check((kn_slice){l->log, l->length}, kn_slice_of(l->key), l->unix_ms, &l->finding);
    if (l->why)
        return;
    if (l->name[0])
        memcpy(e->name, l->name, sizeof e->name);
    e->live = store_seals_were(s, &l->finding.closed);
    if (e->live && l->finding.stopped > 0)
        l->why = "not_first";
    kn_text board = kn_text_on(l->board, sizeof l->board),
            id = kn_text_on(l->entry, sizeof l->entry);
    kn_put(&id, board_entry_of(e));
    kn_put_slice(&board, (kn_slice){e->id, (size_t)(board_entry_of(e) - e->id)});
}

static void look(store *s, void *about)
{
    looking *l = about;
    if (l->posted)
        check_log(s, l);
    if (!l->why && store_read_board(s, l->board, &l->found) && l->posted)
        l->why = why_not_added(l);
}

/* ---- answering ---- */

/* The same points are the same place. */
static int64_t place_of(const store_board *board, size_t at)
{
    while (at > 0 && board->entry[at - 1].points == board->entry[at].points)
        at--;
    return (int64_t)at + 1;
}

static void put_entry(kn_json *json, const char *key, const store_board *board, size_t at)
{
    const store_entry *e = &board->entry[at];
    kn_json_object(json, key);
    kn_json_int(json, "place", place_of(board, at));
    kn_json_string(json, "entry", board_entry_of(e));
    kn_json_string(json, "name", e->name);
    kn_json_int(json, "points", e->points);
    kn_json_bool(json, "live", e->live);
    kn_json_end_object(json);
}

/* `[[231, 2], [207, 1]]`: so many got so much. */
static void put_spread(kn_json *json, const store_board *board)
{
    int left = SPREAD_MAX;
    kn_json_list(json, "spread");
    for (size_t i = 0, next; i < board->count && left-- > 0; i = next) {
        for (next = i; next < board->count;)
            if (board->entry[next++].points != board->entry[i].points) {
                next--;
                break;
            }
        kn_json_list(json, NULL);
        kn_json_int(json, NULL, board->entry[i].points);
        kn_json_int(json, NULL, (int64_t)(next - i));
        kn_json_end_list(json);
    }
    kn_json_end_list(json);
}

static void put_board(kn_json *json, const looking *l)
{
    const store_board *board = &l->found;
    kn_json_object(json, NULL);
    kn_json_bool(json, "open", l->open);
    kn_json_int(json, "count", (int64_t)board->count);
    put_spread(json, board);
    kn_json_list(json, "entries");
    for (size_t i = 0; i < board->count && i < SHOWN_MAX; i++)
        put_entry(json, NULL, board, i);
    kn_json_end_list(json);
    for (size_t i = 0; i < board->count; i++)
        if (strcmp(board_entry_of(&board->entry[i]), l->entry) == 0)
            put_entry(json, "mine", board, i);
    kn_json_end_object(json);
}

static void answer_board(request *r, looking *l)
{
    kn_slice rest = kn_slice_of(l->board), day, game;
    kn_take_until(&rest, ' ', &day);
    kn_take_until(&rest, ' ', &game);
    board_sort(&l->found, kn_find_game(game)->fewest_win);
    char *text = native_realloc(NULL, BOARD_ANSWER_MAX);
    kn_json json = kn_json_on(text, BOARD_ANSWER_MAX);
    put_board(&json, l);
    request_answer_json(r, 200, (kn_slice){text, json.text.length});
    free(text);
}

static void answer_post(request *r, const looking *l)
{
    char text[256];
    kn_json json = kn_json_on(text, sizeof text);
    if (!l->already) {
        r->held = true;
        hub_keep_entry(r->h, &l->finding.entry);
    }
    kn_json_object(&json, NULL);
    kn_json_string(&json, "entry", l->entry);
    kn_json_int(&json, "points", l->finding.entry.points);
    kn_json_bool(&json, "live", l->finding.entry.live);
    kn_json_bool(&json, "already", l->already);
    kn_json_end_object(&json);
    request_answer_json(r, l->already ? 200 : 201, (kn_slice){text, json.text.length});
}

static void looked(void *with, owner_kind kind, const char *address)
{
    (void)address;
    connection *c = with;
    request r;
    c->asking = c->late = false;
    request_read(c, &r);
    looking *l = kind == OWNER_ME ? owner_about_at_hand(r.h->owner) : NULL;
    const char *why = l ? owner_text_at_hand(r.h->owner)->why : "busy";
    if (!why)
        why = l->why;
    if (why)
        request_refuse(&r, why);
    else if (l->posted && r.h->refusing)
        request_refuse(&r, r.h->refusing);
    else if (l->posted)
        answer_post(&r, l);
    else
        answer_board(&r, l);
}

static void ask(request *r, looking *l)
{
    request_wait(r->c);
    const owner_reading reading = {look, drop, l};
    owner_read(r->h->owner, &reading, looked, r->c);
    r->c->late = r->c->asking;
}

/* ---- asking ---- */

void board_get(request *r)
{
    kn_slice day = request_value(r, "day=");
    char board[BOARD_NAME_MAX], same[TABLE_SAME_MAX];
    if (!board_is_kept(r->h) || !r->h->owner) {
        request_refuse(r, "no_board");
        return;
    }
    if (!board_name(request_value(r, "game="), day, board)) {
        request_refuse(r, "not_understood");
        return;
    }
    looking *l = new_looking((kn_slice){"", 0});
    kn_text entry = kn_text_on(l->entry, sizeof l->entry), name = kn_text_on(same, sizeof same);
    memcpy(l->board, board, sizeof l->board);
    kn_put_slice(&entry, request_value(r, "entry="));
    kn_put_slice(&name, day);
    int64_t now_ms = native_unix_ms();
    l->open = !table_day_to_come(same, now_ms) && !table_day_over(same, now_ms);
    ask(r, l);
}

/* False: the address has sent enough for today. */
static bool take_from_sender(request *r)
{
    hub *h = r->h;
    int most = h->settings->entries_a_day;
    if (!h->senders) {
        h->senders = native_realloc(NULL, sizeof *h->senders);
        memset(h->senders, 0, sizeof *h->senders);
        native_random(h->senders->key, sizeof h->senders->key);
    }
    int64_t now_ms = hub_now_ms(h);
    bool may = address_has(h->senders, r->address, most, day_ms / most, now_ms);
    if (may)
        address_take(h->senders, r->address, most, day_ms / most, now_ms);
    return may;
}

static const char *why_no_post(request *r)
{
    if (!request_origin_is_ours(r))
        return "origin";
    if (!board_is_kept(r->h) || !r->h->owner)
        return "no_board";
    if (r->h->refusing)
        return r->h->refusing;
    return take_from_sender(r) ? NULL : "slow_down";
}

/* What was sent; or why it cannot be looked at. */
static const char *read_post(const house_message *m, looking **out)
{
    kn_slice key = message_text(m, "key"), name = message_text(m, "name");
    char chosen[TABLE_NAME_MAX] = "";
    if (!board_good_key(key))
        return "bad_key";
    if (name.length > 0 && !board_copy_name(name, chosen))
        return "bad_name";
    looking *l = *out = new_looking(message_text(m, "log"));
    memcpy(l->key, key.at, BOARD_KEY_DIGITS);
    memcpy(l->name, chosen, sizeof l->name);
    return NULL;
}

void board_post(request *r)
{
    message said;
    looking *l = NULL;
    const char *why = why_no_post(r);
    if (!why && !message_read(r->asked.body, &said))
        why = "not_understood";
    if (!why) {
        why = read_post(&said.said, &l);
        message_free(&said);
    }
    if (why) {
        request_note_refusal(r, why);
        request_refuse(r, why);
        return;
    }
    l->posted = true;
    l->most = r->h->settings->entries_a_board;
    l->unix_ms = native_unix_ms();
    ask(r, l);
}

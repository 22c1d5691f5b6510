/* vouch.c: who vouches for a log. See vouch.h. */
#include "tools/vouch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "native/sign.h"
#include "words/words.h"

enum { LIST_BYTES_MAX = 1 << 30 };

static bool is_signed(const table *t, kn_text claim, const attestation *a)
{
    return sign_is_valid(t->plan.sealed.key, (kn_slice){claim.at, claim.length}, a->signature);
}

vouch vouch_for(const table *t, const table_report *report)
{
    char claim[ATTEST_TEXT_MAX];
    kn_text text = kn_text_on(claim, sizeof claim);
    if (!t->plan.sealed.given.number)
        return VOUCH_NOBODY;
    table_seal_claim(t, &text);
    if (!is_signed(t, text, &t->plan.sealed.given))
        return VOUCH_FALSE;
    if (!t->closed.number)
        return VOUCH_SEAL;
    text = kn_text_on(claim, sizeof claim);
    table_end_claim(t, report, &text);
    return is_signed(t, text, &t->closed) ? VOUCH_LOG : VOUCH_FALSE;
}

const char *vouch_key(vouch v)
{
    static const char *const keys[] = {"nobody", "seal", "log", "false"};
    return keys[v];
}

void vouch_print(vouch v, const attest_seal *sealed)
{
    char key[2 * ATTEST_KEY_BYTES + 1];
    kn_text text = kn_text_on(key, sizeof key);
    kn_put_hex(&text, sealed->key, sizeof sealed->key);
    if (v == VOUCH_NOBODY) {
        puts(_("Nobody vouches for this log: whoever wrote it may have chosen secret and salts."));
        return;
    }
    printf(v == VOUCH_LOG ? _("The server with this key has signed the seal and the whole log:\n")
                          : _("The server with this key has signed the seal, but not the log:\n"));
    printf("  %s\n", key);
    printf(_("Seals given in this room so far: %u. Matches stopped before this one: %u.\n"),
           sealed->seals, sealed->stopped);
}

/* ---- the list ---- */

/* Where the reading stands, and what the list must contain. */
typedef struct {
    uint8_t head[TABLE_HASH_BYTES];
    char room[17];
    char seal_claim[ATTEST_TEXT_MAX], end_claim[ATTEST_TEXT_MAX];
    vouch_list *out;
    bool has_seal, has_end;
    uint64_t last; /* line that is vouched for by the log's own signatures */
} reading;

/* Is the list, with the line just read, one that was signed in the log? */
static void compare(reading *r)
{
    char claim[ATTEST_TEXT_MAX];
    kn_text text = kn_text_on(claim, sizeof claim);
    attest_write_signed(r->out->lines, r->head, &text);
    r->has_seal |= strcmp(claim, r->seal_claim) == 0;
    r->has_end |= strcmp(claim, r->end_claim) == 0;
}

static void count(reading *r, kn_slice kind)
{
    vouch_list *out = r->out;
    out->seals += kn_slice_is(kind, "seal");
    out->started += kn_slice_is(kind, "start");
    out->ended += kn_slice_is(kind, "end");
    out->stopped += kn_slice_is(kind, "stop");
}

/* `12 1794700800000 seal 5f3a9c0d11223344 3 0 SEAL` */
static bool read_line(reading *r, kn_slice line)
{
    char text[ATTEST_LINE_MAX];
    kn_text copy = kn_text_on(text, sizeof text);
    kn_slice rest = line, number, at, kind, room;
    int64_t n;
    kn_put_slice(&copy, line);
    if (copy.cut || !kn_take_word(&rest, &number) || !kn_take_word(&rest, &at) ||
        !kn_take_word(&rest, &kind) || !kn_take_word(&rest, &room) ||
        !kn_read_int(number, 1, UINT32_MAX, &n) || n != r->out->lines + 1)
        return false;
    r->out->lines++;
    if (kn_slice_is(room, r->room) && r->out->lines <= r->last)
        count(r, kind); /* what stands behind the last signed line may have been added by anybody */
    attest_head(r->head, text, r->head);
    compare(r);
    return true;
}

static const char *read_lines(reading *r, kn_slice text)
{
    kn_slice line;
    while (text.length > 0)
        if (!kn_take_until(&text, '\n', &line) || !read_line(r, line))
            return "broken";
    return r->has_seal && (r->has_end || !r->end_claim[0]) ? NULL : "missing";
}

const char *vouch_read_list(const char *path, const table *t, const table_report *report,
                            vouch_list *out)
{
    size_t length;
    char *text = native_read_file(path, LIST_BYTES_MAX, &length);
    uint64_t sealed = t->plan.sealed.given.number, closed = t->closed.number;
    reading r = {.out = out, .last = closed > sealed ? closed : sealed};
    kn_text room = kn_text_on(r.room, sizeof r.room);
    kn_text seal = kn_text_on(r.seal_claim, sizeof r.seal_claim);
    kn_text end = kn_text_on(r.end_claim, sizeof r.end_claim);
    memset(out, 0, sizeof *out);
    if (!text)
        return "unreadable";
    kn_put_hex64(&room, t->plan.sealed.room);
    table_seal_claim(t, &seal);
    if (t->closed.number)
        table_end_claim(t, report, &end);
    const char *why = read_lines(&r, (kn_slice){text, length});
    free(text);
    return why;
}

void vouch_print_list(const vouch_list *list)
{
    printf(_("The list of seals (%u lines) contains this log. Its room so far: seals %u, matches "
             "started %u, ended %u, stopped %u.\n"),
           list->lines, list->seals, list->started, list->ended, list->stopped);
}

/* room_routes.c: answers about one room. See room_routes.h. */
#include "server/net/room_routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "server/net/invitation.h"
#include "server/net/page.h"
#include "server/owner.h"
#include "server/qr.h"

enum { BASE_MAX = 320 }; /* of the address by which the world calls this house */

/* ---- facts and logs ---- */

/* How the world calls this house: as we were told, or as this request does. */
static bool write_base(const request *r, char out[BASE_MAX])
{
    const char *host = r->asked.header[HTTP_HOST];
    int length = -1;
    if (r->h->settings->url)
        length = snprintf(out, BASE_MAX, "%s", r->h->settings->url);
    else if (host)
        length = snprintf(out, BASE_MAX, "%s://%s", r->tls ? "https" : "http", host);
    return length > 0 && length < BASE_MAX;
}

static bool write_link(const request *r, const char *path, char *out, size_t size)
{
    char base[BASE_MAX];
    if (!write_base(r, base))
        return false;
    int length = snprintf(out, size, "%s%s", base, path);
    return length > 0 && (size_t)length < size;
}

/* Only a wrong code is a miss: a disk that fails is nobody's guess. */
static void count_miss(request *r, const char *why)
{
    if (strcmp(why, "no_such_room") == 0)
        house_missed(r->h->house, r->address, hub_now_ms(r->h));
}

static void get_room(request *r, const char *code)
{
    char text[ANSWER_MAX];
    kn_json json = kn_json_on(text, sizeof text);
    r->held = true;
    kn_json_object(&json, NULL);
    const char *why = house_describe_room(r->h->house, code, hub_now_ms(r->h), &json);
    kn_json_end_object(&json);
    if (why) {
        count_miss(r, why);
        request_refuse(r, why);
    } else {
        request_answer_json(r, 200, (kn_slice){text, json.text.length});
    }
}

/* The log of one match from its parts; NULL if it was sent, or why not. */
static const char *send_log(request *r, const char *code, uint32_t match, kn_slice parts)
{
    if (request_too_many_bytes(r, parts.length))
        return "slow_down";
    size_t size = parts.length + TABLE_LINE_MAX + 1;
    char *text = native_realloc(NULL, size);
    kn_text out = kn_text_on(text, size);
    r->held = true; /* the secret is out only when the end of the match is on disk */
    const char *why = house_write_log(r->h->house, code, match, parts, hub_now_ms(r->h), &out);
    if (!why)
        request_answer_text(r, 200, "text/plain; charset=utf-8", (kn_slice){text, out.length});
    free(text);
    return why;
}

static void refuse_room(request *r, const char *why)
{
    count_miss(r, why);
    request_refuse(r, why);
}

/* Without a number: the last finished match. */
static void send_one_log(request *r, const owner_text *found)
{
    const char *why = found->why ? found->why : "no_such_room";
    for (int i = 0; i < 2 && found->text[i]; i++) {
        /* Read while it was played: its end may be missing, whatever is so now. */
        bool half = r->c->match_on && found->match[i] >= r->c->match_on;
        why = half ? "playing"
                   : send_log(r, r->c->room, found->match[i],
                              (kn_slice){found->text[i], found->length[i]});
        if (!why || strcmp(why, "playing") != 0)
            break;
    }
    if (why)
        refuse_room(r, why);
}

static void log_told(void *with, owner_kind kind, const char *address)
{
    (void)address;
    connection *c = with;
    request r;
    c->asking = c->late = false;
    request_read(c, &r);
    if (kind == OWNER_ME)
        send_one_log(&r, owner_text_at_hand(r.h->owner));
    else
        request_refuse(&r, "busy");
}

/* The room comes into memory first, so that it can be asked when its log has been read. A match
 * that goes on is not read at all: how long that takes would tell of what is hidden in it. */
static void get_log(request *r, const char *code)
{
    char text[ANSWER_MAX];
    kn_json facts = kn_json_on(text, sizeof text);
    connection *c = r->c;
    const char *why = house_describe_room(r->h->house, code, hub_now_ms(r->h), &facts);
    uint32_t match = request_number(r, "match="), on = house_match_on(r->h->house, code);
    if (why || (on && (match ? match : 1) == on)) {
        r->held = true;
        refuse_room(r, why ? why : "playing");
        return;
    }
    if (!r->h->owner) {
        request_refuse(r, "disk");
        return;
    }
    request_wait(c);
    c->match_on = on;
    owner_read_log(r->h->owner, code, on && !match ? on - 1 : match, log_told, c);
    c->late = c->asking;
}

/* `qr`: the way into the room; `qr/screen`: to its big screen, `qr/screen/KEY`: to one that is let
 * in.
 */
static bool write_way(const char *code, kn_slice asked, char *out, size_t size)
{
    static const char screen[] = "qr/screen";
    char key[HOUSE_CODE_MAX];
    if (kn_slice_is(asked, "qr"))
        return snprintf(out, size, TABLES "%s", code) > 0;
    if (kn_slice_is(asked, screen))
        return snprintf(out, size, SCREENS "%s", code) > 0;
    if (!kn_slice_begins(asked, "qr/screen/"))
        return false;
    asked.at += sizeof screen;
    asked.length -= sizeof screen;
    return house_read_code(asked, key) && snprintf(out, size, SCREENS "%s/%s", code, key) > 0;
}

static void get_qr(request *r, const char *code, const char *path)
{
    char link[QR_LINK_MAX], facts[ANSWER_MAX];
    kn_json json = kn_json_on(facts, sizeof facts);
    const char *why = house_describe_room(r->h->house, code, hub_now_ms(r->h), &json);
    if (why) {
        count_miss(r, why);
        request_refuse(r, why);
        return;
    }
    char *picture = native_realloc(NULL, QR_SVG_MAX);
    kn_text out = kn_text_on(picture, QR_SVG_MAX);
    if (write_link(r, path, link, sizeof link) && qr_svg(link, &out))
        request_answer_text(r, 200, "image/svg+xml", (kn_slice){picture, out.length});
    else
        request_refuse(r, "not_understood");
    free(picture);
}

/* The link that moves a seat to another device: what stands behind the # is its key. */
static bool write_key_link(const request *r, const house_message *m, char *out, size_t size)
{
    char code[HOUSE_CODE_MAX], path[HOUSE_CODE_MAX + HOUSE_TOKEN_MAX + 16];
    uint8_t bytes[(HOUSE_TOKEN_MAX - 1) / 2];
    kn_slice key = message_text(m, "seat_key");
    kn_text text = kn_text_on(path, sizeof path);
    if (!house_read_code(message_text(m, "room"), code) || !kn_read_hex(key, bytes, sizeof bytes))
        return false;
    kn_put(&text, TABLES);
    kn_put(&text, code);
    kn_put(&text, "#seat=");
    kn_put_slice(&text, key);
    return write_link(r, path, out, size);
}

/* A picture of such a link. The key comes in the body, because addresses end up in logs, and
 * nothing is looked up: whatever is asked, the answer tells only what was said. */
void room_draw_qr(request *r)
{
    char link[QR_LINK_MAX];
    message said;
    if (!request_message(r, &said))
        return;
    char *picture = native_realloc(NULL, QR_SVG_MAX);
    kn_text out = kn_text_on(picture, QR_SVG_MAX);
    if (write_key_link(r, &said.said, link, sizeof link) && qr_svg(link, &out))
        request_answer_text(r, 200, "image/svg+xml", (kn_slice){picture, out.length});
    else
        request_refuse(r, "not_understood");
    message_free(&said);
    free(picture);
}

kn_slice room_take_code(kn_slice path, const char *before, kn_slice *typed)
{
    path.at += strlen(before);
    path.length -= strlen(before);
    if (!kn_take_until(&path, '/', typed)) {
        *typed = path;
        path.length = 0;
    }
    return path;
}

void room_answer(request *r)
{
    kn_slice typed, rest = room_take_code(r->asked.path, ROOMS, &typed);
    char code[HOUSE_CODE_MAX], way[32];
    if (house_tried_too_often(r->h->house, r->address, hub_now_ms(r->h)))
        request_refuse(r, "slow_down");
    else if (!house_read_code(typed, code))
        request_refuse(r, "no_such_room");
    else if (rest.length == 0)
        get_room(r, code);
    else if (kn_slice_is(rest, "log"))
        get_log(r, code);
    else if (write_way(code, rest, way, sizeof way))
        get_qr(r, code, way);
    else
        request_refuse_as(r, 404, "not_understood", NULL);
}

/* ---- invitations ---- */

bool room_asked_table(const request *r, char code[HOUSE_CODE_MAX])
{
    kn_slice typed = r->asked.path;
    typed.at += strlen(TABLES);
    typed.length -= strlen(TABLES);
    if (typed.length > 0 && typed.at[typed.length - 1] == '/')
        typed.length--;
    return house_read_code(typed, code);
}

/* What may be told of the room; false: nothing, for whatever reason. Who tries codes here has no
 * more attempts than elsewhere, and cannot tell a wrong code from one too many. */
static bool find_invitation(request *r, const char *code, house_invitation *told)
{
    int64_t now_ms = hub_now_ms(r->h);
    if (house_tried_too_often(r->h->house, r->address, now_ms))
        return false;
    const char *why = house_invite(r->h->house, code, now_ms, told);
    if (why)
        count_miss(r, why);
    return !why;
}

/* The page of a room, with an invitation in its head for those who read no further. Whoever gets
 * none gets the page that everybody gets. */
bool room_answer_table(request *r)
{
    const page_file *page = page_find(kn_slice_of("/index.html"));
    house_invitation told;
    const char *code = r->c->room;
    char base[BASE_MAX];
    if (!page || !find_invitation(r, code, &told) || !write_base(r, base))
        return false;
    size_t size = (size_t)(page->end[PAGE_PLAIN] - page->at[PAGE_PLAIN]) + INVITATION_MORE;
    char *text = native_realloc(NULL, size);
    kn_text out = kn_text_on(text, size);
    bool written = invitation_write(page, &told, base, code, &out);
    if (written) {
        r->held = true; /* what it tells may not be on disk yet */
        request_answer_page(r, (kn_slice){text, out.length});
    }
    free(text);
    return written;
}

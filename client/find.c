/* find.c: parses a link or address and looks up its server; the words for connection errors. */
#include <netdb.h>
#include <stdlib.h>
#include <string.h>

#include "client/client.h"
#include "words/words.h"

/* ---- words ---- */

static const char *const sentences[CLIENT_WHYS] = {
    [CLIENT_FINE] = N_("All is well."),
    [CLIENT_BAD_URL] =
        N_("This is not a server address. One looks like http://example.org:8020/t/K7QM3T."),
    [CLIENT_TLS] =
        N_("This program only supports http://. Use a browser for servers with https://."),
    [CLIENT_NO_SUCH_HOST] = N_("Server not found. Check the address."),
    [CLIENT_UNREACHABLE] = N_("No answer from that address."),
    [CLIENT_REFUSED] = N_("The server is not accepting connections right now."),
    [CLIENT_NOT_A_HOUSE] = N_("Something answers there, but it is not a Knobel server."),
    [CLIENT_LOST] = N_("The connection is lost."),
    [CLIENT_CLOSED] = N_("The server closed the connection."),
    [CLIENT_LEFT] = N_("You have left."),
    [CLIENT_BROKEN] = N_("The server sent something this program does not understand."),
};

const char *client_words(client_why why)
{
    return _(sentences[why < CLIENT_WHYS ? why : CLIENT_BROKEN]);
}

/* ---- reading ---- */

enum { NAME_MAX_ = 256, PORT_MAX = 6 }; /* with the closing zero */

typedef struct {
    char name[NAME_MAX_], port[PORT_MAX];
    bool literal; /* an IPv6 address in brackets */
} parts;

/* The scheme, which may be missing. */
static client_why take_scheme(const char **rest)
{
    static const char *const plain[] = {"http://", "ws://"}, *const sealed[] = {"https://",
                                                                                "wss://"};
    for (int i = 0; i < 2; i++) {
        if (strncmp(*rest, sealed[i], strlen(sealed[i])) == 0)
            return CLIENT_TLS;
        if (strncmp(*rest, plain[i], strlen(plain[i])) == 0) {
            *rest += strlen(plain[i]);
            return CLIENT_FINE;
        }
    }
    return CLIENT_FINE;
}

/* This many bytes, if all are allowed, as a text of their own. */
static bool take_text(const char **rest, const char *allowed, char *out, size_t size)
{
    size_t length = strspn(*rest, allowed);
    if (length == 0 || length >= size)
        return false;
    memcpy(out, *rest, length);
    out[length] = '\0';
    *rest += length;
    return true;
}

#define DIGITS "0123456789"
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

static bool take_host(const char **rest, parts *out)
{
    out->literal = **rest == '[';
    *rest += out->literal;
    const char *allowed = out->literal ? DIGITS "abcdefABCDEF:." : DIGITS LETTERS ".-_";
    if (!take_text(rest, allowed, out->name, sizeof out->name))
        return false;
    if (out->literal && *(*rest)++ != ']')
        return false;
    memcpy(out->port, "80", 3);
    if (**rest == ':') {
        ++*rest;
        if (!take_text(rest, DIGITS, out->port, sizeof out->port) || atoi(out->port) > 65535)
            return false;
    }
    return **rest == '\0' || **rest == '/';
}

/* `#seat=KEY` behind a link moves a seat; anything else there is ignored. */
static bool take_key(const char *path, char key[CLIENT_KEY_MAX])
{
    static const char begins[] = "#seat=";
    const char *at = strstr(path, begins);
    key[0] = '\0';
    if (!at)
        return true;
    at += sizeof begins - 1;
    return take_text(&at, DIGITS "abcdef", key, CLIENT_KEY_MAX) && *at == '\0';
}

/* `/t/CODE` names a room; any other path is ignored. */
static bool take_room(const char *path, char room[CLIENT_ROOM_MAX])
{
    room[0] = '\0';
    if (strncmp(path, "/t/", 3) != 0)
        return true;
    path += 3;
    return take_text(&path, DIGITS LETTERS "-", room, CLIENT_ROOM_MAX) &&
           (*path == '\0' || strchr("/?#", *path));
}

static void write_host(const parts *p, char out[CLIENT_HOST_MAX])
{
    kn_text text = kn_text_on(out, CLIENT_HOST_MAX);
    kn_put(&text, p->literal ? "[" : "");
    kn_put(&text, p->name);
    kn_put(&text, p->literal ? "]:" : ":");
    kn_put(&text, p->port);
}

static client_why look_up(const parts *p, client_house *out)
{
    const struct addrinfo wanted = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found;
    if (getaddrinfo(p->name, p->port, &wanted, &found) != 0)
        return CLIENT_NO_SUCH_HOST;
    out->places = 0;
    for (const struct addrinfo *a = found; a && out->places < CLIENT_PLACES_MAX; a = a->ai_next)
        memcpy(&out->place[out->places++], a->ai_addr, a->ai_addrlen);
    freeaddrinfo(found);
    return out->places > 0 ? CLIENT_FINE : CLIENT_NO_SUCH_HOST;
}

client_why client_find(const char *url, client_house *out)
{
    parts p;
    client_why why = take_scheme(&url);
    if (why)
        return why;
    if (!take_host(&url, &p) || !take_room(url, out->room) || !take_key(url, out->seat_key))
        return CLIENT_BAD_URL;
    write_host(&p, out->host);
    return look_up(&p, out);
}

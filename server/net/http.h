/* http.h: HTTP/1.1 over llhttp: parses requests and writes the heads of answers. Knows no routes
 * and no sockets. */
#ifndef KNOBEL_SERVER_NET_HTTP_H
#define KNOBEL_SERVER_NET_HTTP_H

#include <llhttp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/text.h"
#include "server/net/buffer.h"

enum {
    HTTP_TARGET_MAX = 1024, /* bytes of what is asked for */
    HTTP_HEAD_MAX = 8192,   /* bytes of all header lines together */
    HTTP_NAME_MAX = 32,     /* of a header's name, as far as we care for it */
};

/* The header lines that matter here. */
typedef enum {
    HTTP_HOST,
    HTTP_ORIGIN,
    HTTP_ACCEPT,
    HTTP_ACCEPT_ENCODING,
    HTTP_IF_NONE_MATCH,
    HTTP_UPGRADE,
    HTTP_KEY,
    HTTP_SUBPROTOCOLS,
    HTTP_WEBSOCKET_VERSION,
    HTTP_FORWARDED_FOR,
    HTTP_FORWARDED_PROTO,
    HTTP_GUEST, /* what another node says about the guest (proof.h) */
    HTTP_HEADERS
} http_header;

/* Reads one request after the other. */
typedef struct {
    llhttp_t parser;
    char *text; /* the target, the values that matter and the body, each closed by a zero */
    uint32_t length, size;
    uint32_t target, body, body_length; /* where they are */
    uint32_t value[HTTP_HEADERS];       /* likewise; 0: not there */
    uint32_t head_bytes, body_most;
    const char *large;   /* the one address that may have a larger body … */
    uint32_t large_most; /* … and how large */
    int refusal;         /* a status, once something is not acceptable */
    bool whole;
    char name[HTTP_NAME_MAX]; /* of the line being read, as far as it fits */
    uint8_t name_length;
    int8_t header; /* the one being read, or -1 */
} http_reader;

const char *http_header_name(http_header header);

/* Is it about what is asked, rather than about the way here? */
bool http_is_from_guests(http_header header);

http_reader *http_open(size_t body_most);
void http_allow_large(http_reader *h, const char *target, size_t most);
void http_close(http_reader *h);

/* Read on; `*bytes` moves behind what was read. */
typedef enum { HTTP_MORE, HTTP_WHOLE, HTTP_REFUSED } http_progress;
http_progress http_read(http_reader *h, kn_slice *bytes);

/* Has a request begun? */
bool http_begun(const http_reader *h);

/* The request that is whole. It stays until http_next. */
typedef struct {
    enum { HTTP_GETS, HTTP_LOOKS, HTTP_POSTS } method; /* LOOKS: only the head of the answer */
    kn_slice path, query;
    const char *header[HTTP_HEADERS]; /* NULL: not there */
    kn_slice body;
    bool keep;    /* the connection stays open */
    bool upgrade; /* to something else */
} http_request;
void http_get_request(const http_reader *h, http_request *out);

/* Make ready for the next one. */
void http_next(http_reader *h);

/* ---- answers ---- */

typedef struct {
    int status;
    const char *type;           /* of the content */
    const char *etag;           /* with its quotes, or NULL */
    const char *coding;         /* gzip, br, or NULL */
    const char *more;           /* further lines, each with its end, or NULL */
    const char *script, *style; /* what the policy allows inside of it, or NULL */
    bool immutable;             /* may be kept for ever */
    bool keep;                  /* the connection stays open */
    bool head_only;
    kn_slice body;
} http_answer;

/* The head of an answer, with the body behind it if that is to be `copied`. */
buffer *http_write(const http_answer *answer, bool copied);

/* The answer to an upgrade to a WebSocket. */
buffer *http_switch(const char *key, const char *subprotocol);

#endif

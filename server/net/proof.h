/* proof.h: what one node says to another about a guest whose request it forwards: the guest's own
 * address, with a proof that a node of the same house has written it. The key is what all
 * nodes know, and nobody else. */
#ifndef KNOBEL_SERVER_NET_PROOF_H
#define KNOBEL_SERVER_NET_PROOF_H

#include "house/house.h"
#include "server/net/http.h"

enum { PROOF_MAX = 128 }; /* bytes of the line, with the closing zero */

typedef struct {
    uint8_t key[TABLE_HASH_BYTES];
} proof_key;

typedef struct {
    char address[HOUSE_ADDRESS_MAX];
    bool tls; /* the guest came by https */
} proof_guest;

/* The line for a request with this path and Sec-WebSocket-Key (or none). */
void proof_write(const proof_key *key, const proof_guest *guest, kn_slice path,
                 const char *websocket, char out[PROOF_MAX]);

/* False: none of our nodes has written it, for this request. */
bool proof_read(const proof_key *key, const char *line, kn_slice path, const char *websocket,
                proof_guest *out);

#endif

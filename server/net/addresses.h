/* addresses.h: counts connections and requests per address. */
#ifndef KNOBEL_SERVER_NET_ADDRESSES_H
#define KNOBEL_SERVER_NET_ADDRESSES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "house/house.h"
#include "house/limits.h"
#include "table/hash.h"

enum { ADDRESS_PLACES = 65536, ADDRESS_KEY_BYTES = TABLE_HASH_BYTES };

/* Each address has a place, found by a hash that nobody outside knows; should two share one, the
 * limit is stricter, never laxer. */
typedef struct {
    struct {
        int open;                                   /* connections */
        bucket requests;                            /* over HTTP */
    } place[ADDRESS_PLACES], wider[ADDRESS_PLACES]; /* wider: by larger networks of IPv6 */
    uint8_t key[ADDRESS_KEY_BYTES];
} addresses_seen;

addresses_seen *addresses_open(void);
/* One more connection, or one less; false: there are `most` already, or of its larger network so
 * many times more. */
typedef struct {
    uint32_t place, wider; /* ADDRESS_PLACES: it has no larger network */
} address_places;
bool addresses_add(addresses_seen *a, const char *address, int most, address_places *out);
void addresses_remove(addresses_seen *a, const address_places *counted);

/* Take a request of it; false: it had too many. */
bool addresses_take(addresses_seen *a, const char *address, int most, double each_ms,
                    int64_t now_ms);

/* How an address is written and counted. Of IPv6 only the network counts, since whoever has one
 * address there has them all; but not where all of a home share it. */
void address_write(const struct sockaddr *from, char out[HOUSE_ADDRESS_MAX]);

/* The same for the last one of a list such as a proxy sends; false if that is none. */
bool address_read_forwarded(const char *list, char out[HOUSE_ADDRESS_MAX]);

#endif

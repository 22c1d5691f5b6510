/* addresses.c: reads and writes addresses, and counts per address. See addresses.h. */
#include "server/net/addresses.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"

enum { NETWORK_BYTES = 8, MAPPED_BYTES = 12 };
_Static_assert(INET6_ADDRSTRLEN <= HOUSE_ADDRESS_MAX, "room for any address");

addresses_seen *addresses_open(void)
{
    addresses_seen *a = calloc(1, sizeof *a); /* most of it is never touched */
    if (!a)
        abort();
    native_random(a->key, sizeof a->key);
    return a;
}

static uint32_t addresses_place(const addresses_seen *a, const char *address)
{
    uint8_t hash[TABLE_HASH_BYTES];
    table_hash(a->key, address, strlen(address), hash);
    return (uint32_t)(hash[0] | hash[1] << 8) % ADDRESS_PLACES;
}

static address_places places_of(const addresses_seen *a, const char *address)
{
    char network[ADDRESS_WIDER_MAX];
    bool wide = address_wider(address, network);
    return (address_places){addresses_place(a, address),
                            wide ? addresses_place(a, network) : ADDRESS_PLACES};
}

bool addresses_add(addresses_seen *a, const char *address, int most, address_places *out)
{
    address_places at = places_of(a, address);
    bool wide = at.wider < ADDRESS_PLACES;
    if (a->place[at.place].open >= most ||
        (wide && a->wider[at.wider].open >= most * ADDRESS_WIDER))
        return false;
    a->place[at.place].open++;
    if (wide)
        a->wider[at.wider].open++;
    *out = at;
    return true;
}

void addresses_remove(addresses_seen *a, const address_places *counted)
{
    a->place[counted->place].open--;
    if (counted->wider < ADDRESS_PLACES)
        a->wider[counted->wider].open--;
}

bool addresses_take(addresses_seen *a, const char *address, int most, double each_ms,
                    int64_t now_ms)
{
    address_places at = places_of(a, address);
    return bucket_take(&a->place[at.place].requests, most, each_ms, now_ms) &&
           (at.wider == ADDRESS_PLACES ||
            bucket_take(&a->wider[at.wider].requests, most * ADDRESS_WIDER, each_ms / ADDRESS_WIDER,
                        now_ms));
}

static void write_ipv6(const struct in6_addr *address, char out[HOUSE_ADDRESS_MAX])
{
    struct in6_addr counted = *address;
    if (IN6_IS_ADDR_V4MAPPED(address)) {
        inet_ntop(AF_INET, address->s6_addr + MAPPED_BYTES, out, HOUSE_ADDRESS_MAX);
        return;
    }
    bool shared_at_home = IN6_IS_ADDR_LINKLOCAL(address) || IN6_IS_ADDR_LOOPBACK(address);
    if (!shared_at_home)
        memset(counted.s6_addr + NETWORK_BYTES, 0, sizeof counted.s6_addr - NETWORK_BYTES);
    inet_ntop(AF_INET6, &counted, out, HOUSE_ADDRESS_MAX);
}

void address_write(const struct sockaddr *from, char out[HOUSE_ADDRESS_MAX])
{
    out[0] = '\0';
    if (from->sa_family == AF_INET)
        inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)from)->sin_addr, out,
                  HOUSE_ADDRESS_MAX);
    else if (from->sa_family == AF_INET6)
        write_ipv6(&((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, out);
}

bool address_read_forwarded(const char *list, char out[HOUSE_ADDRESS_MAX])
{
    struct in6_addr six;
    struct in_addr four;
    const char *last = strrchr(list, ',');
    last = last ? last + 1 : list;
    last += strspn(last, " ");
    if (inet_pton(AF_INET, last, &four) == 1)
        return inet_ntop(AF_INET, &four, out, HOUSE_ADDRESS_MAX) != NULL;
    if (inet_pton(AF_INET6, last, &six) != 1)
        return false;
    write_ipv6(&six, out);
    return true;
}

/* metrics.c: counters and histograms as text. See metrics.h. */
#include "server/metrics.h"

#include <stdio.h>

enum { NUMBER_MAX = 40 };
static const int64_t first_bucket_ns = 50000;

void metrics_time(metrics_times *times, int64_t ns)
{
    int64_t most = first_bucket_ns;
    times->count++;
    times->seconds += (double)ns / 1e9;
    for (int i = 0; i < METRICS_BUCKETS; i++, most *= 2)
        if (ns <= most) {
            times->bucket[i]++;
            return;
        }
}

static void put_number(kn_text *out, double number)
{
    char digits[NUMBER_MAX];
    snprintf(digits, sizeof digits, "%.9g", number);
    kn_put(out, digits);
}

static void put_head(kn_text *out, const char *name, const char *help, const char *type)
{
    kn_put(out, "# HELP knobel_");
    kn_put(out, name);
    kn_put_char(out, ' ');
    kn_put(out, help);
    kn_put(out, "\n# TYPE knobel_");
    kn_put(out, name);
    kn_put_char(out, ' ');
    kn_put(out, type);
    kn_put_char(out, '\n');
}

static void put_one(kn_text *out, const char *name, const char *help, const char *type,
                    uint64_t value)
{
    put_head(out, name, help, type);
    kn_put(out, "knobel_");
    kn_put(out, name);
    kn_put_char(out, ' ');
    kn_put_int(out, (int64_t)value);
    kn_put_char(out, '\n');
}

/* One line of a histogram: `knobel_NAME_PART{le="…"} VALUE`. */
static void put_part(kn_text *out, const char *name, const char *part, double most, double value)
{
    kn_put(out, "knobel_");
    kn_put(out, name);
    kn_put(out, part);
    if (most > 0) {
        kn_put(out, "{le=\"");
        put_number(out, most);
        kn_put(out, "\"}");
    }
    kn_put_char(out, ' ');
    put_number(out, value);
    kn_put_char(out, '\n');
}

static void put_times(kn_text *out, const char *name, const char *help, const metrics_times *times)
{
    double most = (double)first_bucket_ns / 1e9;
    uint64_t below = 0;
    put_head(out, name, help, "histogram");
    for (int i = 0; i < METRICS_BUCKETS; i++, most *= 2) {
        below += times->bucket[i];
        put_part(out, name, "_bucket", most, (double)below);
    }
    kn_put(out, "knobel_");
    kn_put(out, name);
    kn_put(out, "_bucket{le=\"+Inf\"} ");
    kn_put_int(out, (int64_t)times->count);
    kn_put_char(out, '\n');
    put_part(out, name, "_sum", 0, times->seconds);
    put_part(out, name, "_count", 0, (double)times->count);
}

void metrics_write(const metrics *m, const house_counts *h, kn_text *out)
{
    const struct {
        const char *name, *help;
        uint64_t value;
    } gauges[] = {
        {"connections", "Open connections, of HTTP and WebSocket.", m->connections},
        {"websockets", "Open WebSockets.", m->websockets},
        {"forwards", "Guests forwarded to another node now.", m->forwards},
        {"guests", "Guests the house knows of.", h->guests},
        {"rooms", "Rooms in memory.", h->rooms},
        {"rooms_playing", "Rooms in memory with a match going on.", h->playing},
        {"thoughts_pending", "Thoughts of bots and judges asked for and not yet done.",
         h->thinking},
        {"stored_bytes", "Bytes in use of the data file.", m->stored_bytes},
        {"thoughts_waiting", "Thoughts that no thread has begun with.", m->waiting_thoughts},
        {"reads_waiting", "Rooms and other things that are being read from the store.",
         m->waiting_reads},
        {"nodes", "Nodes that live, where several share a database.", m->nodes},
        {"all_guests", "Guests of all nodes together.", m->all_guests},
        {"all_rooms", "Rooms in memory of all nodes together.", m->all_rooms},
        {"all_rooms_playing", "Those of them with a match going on.", m->all_playing},
    };
    const struct {
        const char *name, *help;
        uint64_t value;
    } totals[] = {
        {"connections_accepted_total", "Connections accepted.", m->accepted},
        {"connections_refused_total", "Connections over a limit.", m->refused_connections},
        {"connections_limited_total", "WebSockets closed because a limit was passed.",
         m->closed_by_limit},
        {"fenced_total", "Times that other nodes have taken over the rooms of this one.",
         m->fenced},
        {"http_requests_total", "HTTP requests answered.", m->requests},
        {"forwarded_total", "Requests and WebSockets forwarded to another node.", m->forwarded},
        {"forwards_failed_total", "Those of them that another node did not serve to their end.",
         m->forwards_failed},
        {"messages_in_total", "Messages heard from guests.", m->messages_in},
        {"messages_out_total", "Messages said to guests.", m->messages_out},
        {"bytes_in_total", "Bytes read from connections.", m->bytes_in},
        {"bytes_out_total", "Bytes written to connections.", m->bytes_out},
        {"refused_total", "Messages the house refused.", h->refused},
        {"events_total", "Events at all tables.", h->events},
        {"moves_total", "Moves of seats at all tables.", h->moves},
        {"thoughts_total", "Thoughts of bots and judges done.", m->thoughts},
        {"records_total", "Records kept.", m->records},
        {"commits_total", "Batches of records written.", m->commits},
        {"store_errors_total", "Batches of records that could not be written.", m->store_errors},
        {"rooms_lost_total", "Rooms put back to what the disk knew.", m->rooms_lost},
        {"rooms_cleared_total", "Rooms cleared away past their time.", m->rooms_cleared},
        {"program_turns_lost_total", "Turns in which a bot stood in for a program.", m->turns_lost},
    };
    for (size_t i = 0; i < sizeof gauges / sizeof *gauges; i++)
        put_one(out, gauges[i].name, gauges[i].help, "gauge", gauges[i].value);
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++)
        put_one(out, totals[i].name, totals[i].help, "counter", totals[i].value);
    put_times(out, "commit_seconds", "How long writing a batch took.", &m->commit);
    put_times(out, "loop_lag_seconds", "How long a turn of the loop took, sleep left out.",
              &m->turn);
    put_times(out, "thinking_seconds", "How long a thought took.", &m->thinking);
}

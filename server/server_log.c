/* server_log.c: structured lines on standard error. See server_log.h. */
#include "server/server_log.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "core/json.h"
#include "native/native.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Somebody hostile must not be able to fill the disk with our complaints. Errors always pass: they
 * are about ourselves. */
static bool may_write(server_log_level level, int64_t *left_out)
{
    static int64_t second, written, silent;
    int64_t now = native_steady_ns() / 1000000000;
    bool may = false;
    pthread_mutex_lock(&lock);
    if (now != second) {
        second = now;
        written = 0;
    }
    if (written < SERVER_LOG_LINES_A_SECOND || level == SERVER_LOG_ERROR) {
        may = true;
        written++;
        *left_out = silent;
        silent = 0;
    } else {
        silent++;
    }
    pthread_mutex_unlock(&lock);
    return may;
}

static void write_time(char *out, size_t size)
{
    int64_t now = native_unix_ms();
    time_t seconds = (time_t)(now / 1000);
    struct tm parts;
    char to_the_second[32];
    gmtime_r(&seconds, &parts);
    strftime(to_the_second, sizeof to_the_second, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(out, size, "%s.%03dZ", to_the_second, (int)(now % 1000));
}

void server_log(server_log_level level, const char *event, const server_log_fact *facts)
{
    static const char *const levels[] = {"info", "warning", "error"};
    char line[SERVER_LOG_LINE_MAX], now[48];
    int64_t left_out = 0;
    if (!may_write(level, &left_out))
        return;
    /* Room is left for the end of the object and of the line. */
    kn_json json = kn_json_on(line, sizeof line - 2);
    write_time(now, sizeof now);
    kn_json_object(&json, NULL);
    kn_json_string(&json, "time", now);
    kn_json_string(&json, "level", levels[level]);
    kn_json_string(&json, "event", event);
    for (; facts && facts->key; facts++)
        if (facts->text)
            kn_json_string(&json, facts->key, facts->text);
        else
            kn_json_int(&json, facts->key, facts->number);
    if (left_out > 0)
        kn_json_int(&json, "left_out", left_out);
    kn_json_end_object(&json);
    if (!kn_json_whole(&json))
        return;
    line[json.text.length] = '\n';
    /* One call a line, so that lines of several threads do not mix. */
    if (write(STDERR_FILENO, line, json.text.length + 1) < 0)
        return; /* nobody to tell */
}

/* day.c: the dice of a day: whether that day has come, or is over. See table.h. */
#include <string.h>

#include "table/table.h"

enum { DAY_LENGTH = 10 }; /* `2026-11-15` */

static const int64_t hour_ms = INT64_C(3600) * 1000, day_ms = INT64_C(24) * 3600 * 1000;

bool table_is_day(const char *same)
{
    static const char form[] = "0000-00-00";
    for (int i = 0; i < DAY_LENGTH; i++)
        if (form[i] == '-' ? same[i] != '-' : same[i] < '0' || same[i] > '9')
            return false;
    return same[DAY_LENGTH] == '\0';
}

static void put_digits(char *out, int64_t number, int count)
{
    for (; count > 0; count--, number /= 10)
        out[count - 1] = (char)('0' + number % 10);
}

/* The date of a day since 1970, counted in years that begin in March: then the day that some years
 * have more is the last one. */
static void write_day(int64_t days, char out[DAY_LENGTH + 1])
{
    enum { ERA_DAYS = 146097, ERA_YEARS = 400, MARCH_0000_TO_1970 = 719468 };
    int64_t since = days + MARCH_0000_TO_1970, in_era = since % ERA_DAYS;
    int64_t year = (in_era - in_era / 1460 + in_era / 36524 - in_era / (ERA_DAYS - 1)) / 365;
    int64_t in_year = in_era - (365 * year + year / 4 - year / 100),
            month = (5 * in_year + 2) / 153;
    memcpy(out, "0000-00-00", DAY_LENGTH + 1);
    put_digits(out + 8, in_year - (153 * month + 2) / 5 + 1, 2);
    put_digits(out + 5, month < 10 ? month + 3 : month - 9, 2);
    put_digits(out, since / ERA_DAYS * ERA_YEARS + year + (month >= 10), 4);
}

/* How the name of a day compares with the date at a time: the sign of the difference. */
static int compare_day(const char *same, int64_t unix_ms)
{
    char date[DAY_LENGTH + 1];
    write_day(unix_ms / day_ms, date);
    return strcmp(same, date);
}

/* A day begins first where clocks are fourteen hours ahead … */
bool table_day_to_come(const char *same, int64_t unix_ms)
{
    return table_is_day(same) && compare_day(same, unix_ms + 14 * hour_ms) > 0;
}

/* … and ends last where they are twelve hours behind. */
bool table_day_over(const char *same, int64_t unix_ms)
{
    return table_is_day(same) && compare_day(same, unix_ms - 12 * hour_ms) < 0;
}

#ifndef SHED_CCATALOGUES_H
#define SHED_CCATALOGUES_H

#include <stddef.h>

/* The words of shed's messages (Sources/ShedMessages/Catalogues), as part of the program.
 *
 * SwiftPM would write them as lists of numbers in Swift (embedInCode), of which the compiler took a minute and 1.3 GB, and which a
 * program that is not optimised fills one by one when it begins. */

/* One of the files there by its name without “.toml”, and how long it is; NULL for no such file. It lives as long as the program. */
const unsigned char *ccatalogues_file(const char *name, size_t *length);

#endif

#ifndef SHED_CCATALOGUES_H
#define SHED_CCATALOGUES_H

#include <stddef.h>

/* The words of shed's messages (Sources/ShedMessages/Catalogues), as part of the program.
 *
 * SwiftPM would write them as lists of numbers in Swift (embedInCode), which took the compiler 41 s of a processor and 1.6 GB where it
 * does not optimise and 21 s and 1.2 GB where it does, and which a program that is not optimised fills one by one. */

/* One of the files there by its name without “.toml”, and how long it is; NULL for no such file. It lives as long as the program. */
const unsigned char *ccatalogues_file(const char *name, size_t *length);

#endif

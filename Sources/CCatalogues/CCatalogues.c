#include "CCatalogues.h"

#include <string.h>

/* C23 has it, and the compiler has it for every C. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char de[] = {
#embed "../ShedMessages/Catalogues/de.toml"
};
static const unsigned char de_refusals[] = {
#embed "../ShedMessages/Catalogues/de-refusals.toml"
};
static const unsigned char en[] = {
#embed "../ShedMessages/Catalogues/en.toml"
};
static const unsigned char en_refusals[] = {
#embed "../ShedMessages/Catalogues/en-refusals.toml"
};
static const unsigned char es[] = {
#embed "../ShedMessages/Catalogues/es.toml"
};
static const unsigned char es_refusals[] = {
#embed "../ShedMessages/Catalogues/es-refusals.toml"
};
static const unsigned char fr[] = {
#embed "../ShedMessages/Catalogues/fr.toml"
};
static const unsigned char fr_refusals[] = {
#embed "../ShedMessages/Catalogues/fr-refusals.toml"
};
static const unsigned char ja[] = {
#embed "../ShedMessages/Catalogues/ja.toml"
};
static const unsigned char ja_refusals[] = {
#embed "../ShedMessages/Catalogues/ja-refusals.toml"
};

static const struct {
    const char *name;
    const unsigned char *bytes;
    size_t length;
} files[] = {
    {"de", de, sizeof de},
    {"de-refusals", de_refusals, sizeof de_refusals},
    {"en", en, sizeof en},
    {"en-refusals", en_refusals, sizeof en_refusals},
    {"es", es, sizeof es},
    {"es-refusals", es_refusals, sizeof es_refusals},
    {"fr", fr, sizeof fr},
    {"fr-refusals", fr_refusals, sizeof fr_refusals},
    {"ja", ja, sizeof ja},
    {"ja-refusals", ja_refusals, sizeof ja_refusals},
};

const unsigned char *ccatalogues_file(const char *name, size_t *length) {
    for (size_t number = 0; number < sizeof files / sizeof *files; number++) {
        if (strcmp(files[number].name, name) != 0) continue;
        *length = files[number].length;
        return files[number].bytes;
    }
    *length = 0;
    return NULL;
}

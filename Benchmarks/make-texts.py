#!/usr/bin/env python3
"""Makes texts for search.sh: make-texts.py FOLDER FILES BYTES

A third English, a third German, a third Japanese, of BYTES each, 200 to a folder. Words come from /usr/share/dict (Debian: wamerican,
wngerman), Japanese ones are made up, and each is as frequent as its rank says (Zipf); a sixth of a text's words are of its own topic. The
same arguments give the same texts. Each begins as a mail does, so that notmuch reads it.
"""
import itertools
import os
import random
import sys

folder, files, size = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
source = random.Random(7)


def words(path):
    with open(path, encoding="utf-8") as file:
        found = [line.strip() for line in file if line.strip() and "'" not in line]
    source.shuffle(found)
    return found


def japanese(count):
    hiragana = [chr(code) for code in range(0x3042, 0x3094)]
    katakana = [chr(code) for code in range(0x30A2, 0x30F4)]
    kanji = [chr(code) for code in range(0x4E00, 0x4E00 + 2500)]
    for _ in range(count):
        sort = source.random()
        if sort < 0.6:
            yield "".join(source.choices(kanji, k=source.randint(1, 3))) + (source.choice(hiragana) if source.random() < 0.4 else "")
        else:
            letters = katakana if sort < 0.8 else hiragana
            yield "".join(source.choices(letters, k=source.randint(2, 6)))


def weights(count):
    return list(itertools.accumulate(1 / (rank + 2.7) for rank in range(count)))


english, german, made = words("/usr/share/dict/american-english"), words("/usr/share/dict/ngerman"), list(japanese(40000))
languages = [(english, weights(len(english)), " ", ". "), (german, weights(len(german)), " ", ". "), (made, weights(len(made)), "", "。")]
for number in range(files):
    known, frequent, space, stop = languages[number % 3]
    place = f"{folder}/{number // 200:04d}"
    os.makedirs(place, exist_ok=True)
    head = f"From: a@example.org\nSubject: text {number}\nMessage-ID: <{number}@example.org>\nContent-Type: text/plain; charset=utf-8\n\n"
    parts, total = [head], len(head)
    topic = source.choices(known, k=40)
    while total < size:
        count = source.randint(6, 18)
        sentence = source.choices(known, cum_weights=frequent, k=count)
        for _ in range(count // 6):
            sentence[source.randrange(count)] = source.choice(topic)
        text = space.join(sentence).capitalize() + stop + ("\n" if source.random() < 0.2 else "")
        parts.append(text)
        total += len(text.encode())
    with open(f"{place}/{number:05d}.txt", "w", encoding="utf-8") as file:
        file.write("".join(parts))

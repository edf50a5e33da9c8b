#!/usr/bin/env python3
"""Makes texts for search.sh: make-texts.py FOLDER FILES BYTES PACKAGES

A third English, a third German, a third Japanese, each in folders of its own, of BYTES each, 200 to a folder. PACKAGES is a folder with Debian packages of books, manuals
and sayings in these languages, unpacked. Each of their paragraphs is taken once, without markup; a text is a run of them from a random place,
so paragraphs come again in other texts where the packages hold less than is asked for (how often is printed). The same packages and arguments
give the same texts. Each begins as a mail does, so that notmuch reads it.
"""
import gzip
import html
import os
import random
import re
import sys

READ = re.compile(r"\.(html|pod|rst|[1-8])(\.(en|de|ja))?(\.gz)?$|\.txt(\.(en|de|ja))?(\.gz)?$|/bible|/fortunes/")
MARKUP = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.S | re.I)
ROFF = re.compile(r"^[.'].*$|\\f.|\\[&-]|\\\(..", re.M)
ENDS = re.compile(r"\n\s*\n|(?<=[。．])\s*|(?<=[.!?])\s{1,2}(?=[A-ZÄÖÜ])")
KANA = re.compile(r"[\u3040-\u30ff]")
GERMAN = re.compile(r"\b(?:der|die|das|und|nicht|ist|wird|eine[rmns]?|werden)\b")
ENGLISH = re.compile(r"\b(?:the|and|is|of|to|that)\b")
LANGUAGES = ["English", "German", "Japanese"]


def language(paragraph):
    if len(KANA.findall(paragraph)) * 4 > len(paragraph):
        return "Japanese"
    german, english = GERMAN.search(paragraph), ENGLISH.search(paragraph)
    return None if bool(german) == bool(english) else "German" if german else "English"


def text(path):
    try:
        with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
            read = file.read().decode("utf-8")
    except (OSError, EOFError, UnicodeDecodeError):
        return ""
    if "\0" in read:
        return ""
    if "<html" in read[:2000].lower():
        return html.unescape(MARKUP.sub(" ", read))
    return ROFF.sub("", read) if re.search(r"\.[1-8](\.gz)?$", path) else read


def paragraphs(packages):
    found, seen = {name: [] for name in LANGUAGES}, set()
    for folder, folders, names in os.walk(packages):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(folder, name)
            if os.path.islink(path) or not READ.search(path):
                continue
            for part in ENDS.split(text(path)):
                part = " ".join(part.split())
                if not 25 <= len(part) <= 2000 or part in seen:
                    continue
                if sum(c.isalpha() or c == " " for c in part) < len(part) * 0.7:
                    continue
                seen.add(part)
                if (tongue := language(part)) is not None:
                    found[tongue].append(part)
    return found


def main(folder, files, size, packages):
    source = random.Random(7)
    known = paragraphs(packages)
    for name in LANGUAGES:
        there = sum(len(part.encode()) for part in known[name])
        if there < 1_000_000:
            sys.exit(f"{sys.argv[0]}: the packages hold too little {name}")
        print(f"{name}: {there / 1e6:.1f} MB of different paragraphs, each {files * size / 3 / there:.1f} times")
    for number in range(files):
        parts = known[LANGUAGES[number % 3]]
        place = f"{folder}/{LANGUAGES[number % 3]}-{number // 600:04d}"
        os.makedirs(place, exist_ok=True)
        head = f"From: a@example.org\nSubject: text {number}\nMessage-ID: <{number}@example.org>\nContent-Type: text/plain; charset=utf-8\n"
        taken, total, at = [head], len(head), source.randrange(len(parts))
        while total < size:
            part = parts[at % len(parts)]
            taken.append(part)
            total, at = total + len(part.encode()) + 2, at + 1
        with open(f"{place}/{number:05d}.txt", "w", encoding="utf-8") as file:
            file.write("\n\n".join(taken) + "\n")


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])

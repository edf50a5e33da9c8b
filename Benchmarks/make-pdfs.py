#!/usr/bin/env python3
"""Makes PDFs of so many pages that say a name and their numbers: make-pdfs.py PAGES

A line of standard input each: the name, a tab, the path.
"""
import sys

count = int(sys.argv[1])
for line in sys.stdin:
    name, path = line.rstrip("\n").split("\t")
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count %d/Kids[%s]>>" % (count, " ".join("%d 0 R" % (4 + 2 * i) for i in range(count))),
               "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"]
    for page in range(count):
        text = "BT /F 24 Tf 60 760 Td (%s page %d) Tj ET" % (name, page + 1)
        objects.append("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents %d 0 R>>" % (len(objects) + 2))
        objects.append("<</Length %d>>stream\n%s\nendstream" % (len(text), text))
    body, offsets = "%PDF-1.4\n", []
    for number, value in enumerate(objects):
        offsets.append(len(body)); body += "%d 0 obj\n%s\nendobj\n" % (number + 1, value)
    start = len(body)
    body += "xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + "".join("%010d 00000 n \n" % offset for offset in offsets)
    open(path, "w").write(body + "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start))

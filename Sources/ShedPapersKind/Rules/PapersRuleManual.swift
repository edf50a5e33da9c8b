// Made by “make rules” from the doc comments of the rules and from Fixtures/rules: not to be edited.

import ShedRules

/// What the manual says of each rule.
enum PapersRuleManual {
    /// The entry of a rule; `nil` for a name that none has.
    static func entry(_ rule: String) -> RuleEntry? { entries[rule] }

    private static let entries = [
        "not-a-pdf": notAPdf,
        "misplaced-paper": misplacedPaper,
        "nested-group": nestedGroup,
        "missing-display": missingDisplay,
        "page-counts-differ": pageCountsDiffer,
        "page-out-of-range": pageOutOfRange,
        "dangling-bundle": danglingBundle,
        "empty-group": emptyGroup,
        "bundle-in-use": bundleInUse,
        "edited-page": editedPage,
        "altered-copy": alteredCopy,
        "text-out-of-date": textOutOfDate,
        "waiting-pdf": waitingPdf,
    ]

    private static let notAPdf = RuleEntry(
        why: ["A PDF that is put into `Bundles` becomes a bundle, one that is put into a page group becomes a bundle and pages. For that all of it must be readable: without a password, not cut off, at least one page and at most 5,000, at most 1 GiB. One that is encrypted without a password to type, has a wrong list of objects or zeros behind its end is taken as it is. shed never changes such a file: one that is added and is none is refused."],
        cure: "Move what is no PDF elsewhere: `mv Bundles/Calculus/notes.txt ~/`, or convert it. Take the password off an encrypted PDF, `qpdf --decrypt --password=SECRET IN.pdf OUT.pdf`; write a damaged one anew, `qpdf IN.pdf OUT.pdf`; and put the result there.",
        fails: "# A text file in a bundle.\nkind papers\nbundle Calculus display=2\nfile Bundles/Calculus/notes.txt\n",
        says: ["Bundles/Calculus/notes.txt: error: “Calculus” takes PDFs only: files whose names end in .pdf. [PAP001 not-a-pdf]"],
        passes: "# Another PDF, which no page refers to.\nkind papers\nbundle Calculus display=2\npdf Bundles/Calculus/answers.pdf 1\nsync\n")

    private static let misplacedPaper = RuleEntry(
        why: ["A page may be moved to another page group and a page group to another doc: they keep their history. Anywhere else it would be something else: a page group beside the docs would be a doc of pages, a page in a bundle an attachment."],
        cure: "Move it into a folder of the right sort, here `mv Docs/Calculus Bundles/`. Trash takes all of them.",
        fails: "# A bundle is dragged among the docs.\nkind papers\nbundle Calculus display=2\nmove Bundles/Calculus Docs/Calculus\n",
        says: ["Docs/Calculus: error: “Docs” is not the folder of bundles, and this is a bundle. [PAP002 misplaced-paper]"],
        passes: "# A page group is dragged to another doc.\nkind papers\nbundle Calculus display=2\npage \"Docs/Finals/Integration/01 Calculus p1.pdf\" Calculus 1\nfolder Docs/Mocks\nsync\nmove Docs/Finals/Integration Docs/Mocks/Integration\n")

    private static let nestedGroup = RuleEntry(
        why: ["The pages of a doc stand in the order of its page groups, and in that of the pages in each: one inside another would have no place in it."],
        cure: "`mv 'Docs/Finals/Integration/Hard' Docs/Finals/`.",
        fails: "# A folder in a page group.\nkind papers\nbundle Calculus display=2\npage \"Docs/Finals/Integration/01 Calculus p1.pdf\" Calculus 1\nfolder Docs/Finals/Integration/Hard\n",
        says: ["Docs/Finals/Integration/Hard: error: “Integration” is a page group, and there are none in page groups. [PAP003 nested-group]"],
        passes: "# The folder stands beside the page group, with a page of its own.\nkind papers\nbundle Calculus display=2\npage \"Docs/Finals/Integration/01 Calculus p1.pdf\" Calculus 1\npage \"Docs/Finals/Hard/01 Calculus p2.pdf\" Calculus 2\n")

    private static let missingDisplay = RuleEntry(
        why: ["The display variant is what pages are made from and counted by; without it the bundle shows nothing. A bundle with an OCR variant and no page is there for its text, and needs none."],
        cure: "`cp scan.pdf Bundles/Calculus/display.pdf`. Where the original is what should be shown: `cp Bundles/Calculus/original.pdf Bundles/Calculus/display.pdf`. Or delete the bundle: `shed rm Bundles/Calculus`.",
        fails: "# A folder among the bundles that holds an original only.\nkind papers\nbundle Calculus original=2\n",
        says: ["Bundles/Calculus: error: It holds no display.pdf. [PAP004 missing-display]"],
        passes: "# Now it has what is shown.\nkind papers\nbundle Calculus display=2 original=2\n")

    private static let pageCountsDiffer = RuleEntry(
        why: ["Page n of one variant belongs to page n of the others unless the bundle's mapping says otherwise. Extra pages are ignored."],
        cure: "Say which pages belong together: `shed bundle map Calculus --original -,1,2`, where the first page of display.pdf has none in original.pdf. Or put a PDF with the same pages there: `cp scan.pdf Bundles/Calculus/original.pdf`.",
        fails: "# The original lacks a page.\nkind papers\nbundle Calculus display=3 original=2\n",
        says: ["Bundles/Calculus: warning: original.pdf has 2 pages, and display.pdf has 3. [PAP005 page-counts-differ]"],
        passes: "# The original lacks the first page, and the page mapping says so.\nkind papers\nbundle Calculus display=3 original=2\nmap Calculus original -,1,2\n")

    private static let pageOutOfRange = RuleEntry(
        why: ["It can come about when another device, or a program while no daemon ran, put a shorter PDF in place."],
        cure: "`shed page repoint Finals/Integration/1 --page 3`; or put back the longer PDF, `cp BACKUP/Bundles/Calculus/display.pdf Bundles/Calculus/`.",
        fails: "# Another device made the page show the fifth page of a bundle that has three here.\nkind papers\nbundle Calculus display=3\npage \"Docs/Finals/Integration/01 Calculus p1.pdf\" Calculus 1\nrefer \"Docs/Finals/Integration/01 Calculus p1.pdf\" 5\n",
        says: ["Docs/Finals/Integration/01 Calculus p1.pdf: error: It shows page 5 of “Calculus”, which has 3 pages. [PAP006 page-out-of-range]"],
        passes: "# The third page of three.\nkind papers\nbundle Calculus display=3\npage \"Docs/Finals/Integration/01 Calculus p3.pdf\" Calculus 3\n")

    private static let danglingBundle = RuleEntry(
        why: ["The bundle was deleted on another device, or its folder did not come along with the page."],
        cure: "Put the bundle's folder back from a backup: `cp -a BACKUP/Bundles/Calculus Bundles/`. Or point the page at another one: `shed page repoint Finals/Integration/1 --bundle 'Calculus 2023'`. Or delete the page: `shed page delete Finals/Integration/1`.",
        fails: "# The bundle is deleted where no protected copies are kept.\nkind papers\nfile .shed/settings.toml \"[papers]\\nprotect = \\\"none\\\"\\n\"\nbundle Calculus display=2\npage \"Docs/Finals/Integration/01 Calculus p1.pdf\" Calculus 1\nunprotect\nremove Bundles/Calculus/display.pdf\nremove Bundles/Calculus\n",
        says: ["Docs/Finals/Integration/01 Calculus p1.pdf: error: It shows page 1 of “Calculus”, a bundle that is not there. [PAP007 dangling-bundle]"],
        passes: "# The bundle is where it was.\nkind papers\nbundle Calculus display=2\npage \"Docs/Finals/Integration/01 Calculus p1.pdf\" Calculus 1\n")

    private static let emptyGroup = RuleEntry(
        why: ["It is what is left when its pages were moved or deleted, or before any were put in."],
        cure: "`shed page add Docs/Finals/Integration --from Calculus --pages 1-2`, or `shed rm Docs/Finals/Integration`.",
        fails: "# A doc with a page group that holds nothing yet.\nkind papers\nfolder Docs/Finals\nfolder Docs/Finals/Integration\nsync\n",
        says: ["Docs/Finals/Integration: warning: It holds no page. [PAP008 empty-group]"],
        passes: "# A doc may be empty.\nkind papers\nfolder Docs/Finals\nsync\n")

    private static let bundleInUse = RuleEntry(
        why: ["A bundle that a page, or an older version of one, was made from is not deleted, and its display variant is replaced only by one that has all those pages. What is done to it all the same in a file manager is undone from the protected copy, and what stood in its place goes to Rejected."],
        cure: "`shed sync` puts it back. To be rid of it, delete the pages that use it first: `shed bundle show Calculus` lists them, `shed page delete Finals/Integration/1` deletes one.",
        fails: "# A page was made from the bundle, and somebody deleted that.\nkind papers\nbundle Calculus display=2\npage \"Docs/Finals/Integration/01 Calculus p1.pdf\" Calculus 1\nremove Bundles/Calculus/display.pdf\nremove Bundles/Calculus\n",
        says: ["Bundles/Calculus: error: 1 page was made from this bundle, which is not there; its protected copy is. [PAP009 bundle-in-use]"],
        passes: "# A bundle that nothing was made from may go.\nkind papers\nbundle Calculus display=2\nremove Bundles/Calculus/display.pdf\nremove Bundles/Calculus\n")

    private static let editedPage = RuleEntry(
        why: ["It shows one page of the bundle, and is made anew when it was changed. The edit is kept in Rejected."],
        cure: "Nothing has to be done for the page: `shed sync`, or the daemon, makes its file anew, and what was written into it is then in Rejected. To keep the change, make it in the bundle, `xdg-open Bundles/Calculus/display.pdf`, and save; the pages are then made from that.",
        fails: "# A program wrote into the file of a page.\nkind papers\nbundle Calculus display=2\npage \"Docs/Finals/Integration/01 Calculus p1.pdf\" Calculus 1\npdf \"Docs/Finals/Integration/01 Calculus p1.pdf\" 2\n",
        says: ["Docs/Finals/Integration/01 Calculus p1.pdf: error: It is not the file that was made from its bundle; “shed sync” makes that anew, and moves this one to Rejected. [PAP010 edited-page]"],
        passes: "# What is written into the bundle is shown by its pages.\nkind papers\nbundle Calculus display=2\npage \"Docs/Finals/Integration/01 Calculus p1.pdf\" Calculus 1\n")

    private static let alteredCopy = RuleEntry(
        why: ["For what pages are made from, .shed/store keeps a copy that nobody works in. One that is missing or has other content could not help when the bundle is damaged."],
        cure: "`shed repair` makes it anew where the bundle still has that content. Where it has not, copy the file from a backup of the project: `cp BACKUP/.shed/store/f475258a43ed* .shed/store/`, with the digits that the finding shows.",
        fails: "# The protected copies are gone.\nkind papers\nbundle Calculus display=2\npage \"Docs/Finals/Integration/01 Calculus p1.pdf\" Calculus 1\nunprotect\n",
        says: ["Bundles/Calculus: error: The protected copy of display.pdf (f475258a43ed…) is missing or damaged. [PAP011 altered-copy]"],
        passes: "# They are there.\nkind papers\nbundle Calculus display=2\npage \"Docs/Finals/Integration/01 Calculus p1.pdf\" Calculus 1\n")

    private static let textOutOfDate = RuleEntry(
        why: ["Text is taken from the OCR variant alone; it can be searched once it was taken."],
        cure: "`shed ocr`; the daemon does it by itself.",
        fails: "# The text of the OCR variant was not taken yet.\nkind papers\nbundle Calculus display=2 ocr=2\n",
        says: ["Bundles/Calculus/ocr.pdf: note: Its text was not taken yet. [PAP012 text-out-of-date]"],
        passes: "# It was taken.\nkind papers\nbundle Calculus display=2 ocr=2\ntexts\n")

    private static let waitingPdf = RuleEntry(
        why: ["That takes longer than a look at the names, so it is done by `shed sync`, by the verbs for papers, and by the daemon as soon as all has been quiet for a while. Where a program that it needs is not installed, it waits for that, and the message names the package. One that looks damaged waits while a program has it open for writing. One whose end is missing may still be on its way: a daemon leaves it alone until nothing has come to it for five times `quiet` (10 s). What stood there when the project was adopted has the right to stay as it is, and is left until somebody asks: one note names all of it."],
        cure: "`shed sync`; for what stood there at the adoption, `shed sync --convert`.",
        fails: "# A PDF among the bundles, and nobody has looked into it yet.\nkind papers\npdf Bundles/scan.pdf 2\n",
        says: ["Bundles/scan.pdf: note: “shed sync” looks into it and takes it in. [PAP013 waiting-pdf]"],
        passes: "# A PDF outside of bundles and page groups waits for nothing.\nkind papers\nbundle Calculus display=2\n")
}

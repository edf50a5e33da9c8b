import Testing

/// Something that is done to a project and interrupted by a power cut.
struct Deed: CustomTestStringConvertible, Sendable {
    /// What the project is; `nil`: there is none yet.
    var kind: String? = "poetry"
    /// What is done before, in the project.
    var before: String
    /// The arguments of shed.
    var verb: [String]
    /// Texts that may be gone afterwards: all of them, or none.
    var mayLose: Set<String> = []
    /// Whether nothing of a person's is there before.
    var isFirst = false
    /// Whether afterwards the project may be known to this machine or not.
    var isAboutTrust = false

    var testDescription: String { verb.joined(separator: " ") + (kind.map { " (\($0))" } ?? "") }

    private static let poems = "echo 'one text' > Draft/one.txt; echo 'two text' > Draft/two.txt; $SHED sync -q"
    private static let refused = poems + "; mkdir Draft/more; echo 'five text' > Draft/more/five.txt"
    private static let books = #"mkdir Books; for b in one two; do printf '{"Title": "%s text"}\n' $b > Books/$b.json; done; $SHED sync -q"#
    private static let folder = """
        mkdir Files/a; $SHED sync -q; $SHED allow -q Files/a both; mkdir Files/a/b; echo 'one text' > Files/a/one.txt; echo 'two text' > Files/a/b/two.txt
        echo 'three text' > Files/a/b/three.txt; echo 'four text' > Files/four.txt; $SHED sync -q
        """
    private static let foldersTexts: Set = ["one text", "two text", "three text"]
    private static let grown = "mkdir -p Draft/sub Trash Else; echo 'one text' > Draft/one.txt; echo 'two text' > Draft/sub/two.txt; echo 'three text' > Trash/three.txt"
    private static let pages = """
        $SHED bundle add ../Algebra.pdf -q; $SHED doc new Finals -q; $SHED page add Finals/Integration --from Algebra --pages 1-3 -q
        $SHED page add Finals/Other --from Algebra --pages 2 -q
        """
    /// A person's page takes the place of another; a Rejected that was there before is gone.
    private static let edit = pages + """
        ; mkdir Docs/Stray; echo 'six text' > Docs/Stray/six.txt; $SHED sync -q || true; mv Rejected ../bank/; $SHED sync -q || true
        cp ../Calculus.pdf ../edit.pdf; mv -f ../edit.pdf 'Docs/Finals/Integration/02 Algebra p2.pdf'; $SHED tree > ../tree
        """

    static let all = [
        Deed(kind: nil, before: "", verb: ["new", "poetry", "Work", "--language", "en"], isFirst: true),
        Deed(before: poems, verb: ["add", "file", "Draft/new.txt", "--text", "new"]),
        Deed(before: poems, verb: ["mv", "Draft/one.txt", "Ready"]),
        Deed(before: poems, verb: ["rename", "Draft/one.txt", "uno.txt"]),
        Deed(before: poems, verb: ["rm", "Draft/one.txt", "Draft/two.txt"]),
        Deed(before: poems + "; $SHED rm -q Draft/one.txt", verb: ["restore", "Trash/one.txt"]),
        Deed(before: refused, verb: ["sync"]),
        Deed(before: refused + "; $SHED sync -q || true", verb: ["accept", "Rejected/more", "--to", "Draft"]),
        Deed(before: poems + "; $SHED mv -q Draft/one.txt Ready", verb: ["undo"]),
        Deed(before: poems, verb: ["tag", "add", "rain", "Draft/one.txt", "--create"]),
        Deed(before: poems + "; $SHED var new State --list draft,done", verb: ["var", "set", "State=done", "Draft/one.txt"]),
        Deed(kind: "records", before: books, verb: ["record", "new", "Books", "Title=third"]),
        Deed(kind: "records", before: books, verb: ["record", "set", "Books", "--all", "Year=1"]),
        Deed(kind: "records", before: books, verb: ["collection", "rename", "Books", "Shelf"]),
        Deed(kind: "records", before: books + "; $SHED record set Books --all Year=1", verb: ["undo"]),
    ] + deleting + trusting + papers

    private static let deleting = [
        Deed(before: poems + "; $SHED rm -q Draft/one.txt", verb: ["empty-trash"], mayLose: ["one text"]),
        Deed(before: poems, verb: ["rm", "--permanently", "--yes", "Draft/one.txt"], mayLose: ["one text"]),
        Deed(kind: "blank", before: folder, verb: ["rm", "--permanently", "--yes", "Files/a"], mayLose: foldersTexts),
        Deed(kind: "blank", before: folder + "; $SHED rm -q Files/a", verb: ["empty-trash", "--yes"], mayLose: foldersTexts),
    ]

    private static let trusting = [
        Deed(kind: nil, before: grown, verb: ["adopt", ".", "--kind", "poetry", "--language", "en", "--yes"], isAboutTrust: true),
        Deed(before: poems + "; rm -r $SHED_STATE_DIR", verb: ["trust", "."], isAboutTrust: true),
        Deed(before: poems + "; mv ../Work ../First; cp -a ../First ../Work", verb: ["trust", "."], isAboutTrust: true),
        Deed(before: poems, verb: ["projects", "forget", ".", "--yes"], isAboutTrust: true),
    ]

    private static let papers = [
        Deed(kind: "papers", before: "", verb: ["bundle", "add", "../Calculus.pdf", "--ocr", "../Algebra.pdf"]),
        Deed(kind: "papers", before: pages, verb: ["page", "add", "Finals/Integration", "--from", "Algebra", "--pages", "3,1"]),
        Deed(kind: "papers", before: pages, verb: ["page", "add", "Finals/New", "--from", "Algebra", "--pages", "3,1"]),
        Deed(kind: "papers", before: pages, verb: ["page", "move", "Finals/Integration/1", "Finals/Other", "--at", "1"]),
        Deed(kind: "papers", before: pages, verb: ["page", "delete", "Finals/Integration/2"]),
        Deed(kind: "papers", before: pages, verb: ["page", "repoint", "Finals/Integration/2", "--page", "3"]),
        Deed(kind: "papers", before: pages + "; $SHED page repoint Finals/Integration/2 --page 3 -q", verb: ["undo"]),
        Deed(kind: "papers", before: pages + "; mkdir Docs/Finals/Third; cp ../Calculus.pdf Docs/Finals/Third/", verb: ["sync"]),
        Deed(kind: "papers", before: edit, verb: ["sync"]),
    ]
}

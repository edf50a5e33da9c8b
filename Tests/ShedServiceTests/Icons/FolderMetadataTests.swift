import ShedModel
import ShedTestSchedule
import Testing

@testable import ShedService

/// With a gio that keeps attributes in a file beside the folder, and writes down how it was called.
@Suite(.waitsForPrograms) struct `What is kept of folders beside the file system` {
    private static let gio = #"""
        for word in "$@"; do printf '«%s»' "$word" >>$bench/gio.log; done; echo >>$bench/gio.log
        kept="$bench/kept"; mkdir -p "$kept"
        case $1 in
        info) echo attributes:; for f in "$kept"/*; do [ -f "$f" ] && echo "  metadata::${f##*/}: $(cat "$f")"; done; exit 0 ;;
        set) shift; type=; if [ "$1" = -t ]; then type=$2; shift 2; fi
            name=${2#metadata::}; shift 2
            case $type in
            unset) rm -f "$kept/$name" ;;
            stringv) line=; for word in "$@"; do line="$line${line:+, }$word"; done; echo "[$line]" >"$kept/$name" ;;
            *) echo "$1" >"$kept/$name" ;;
            esac ;;
        esac
        """#

    private func bench(_ programs: [String] = ["thunar"]) throws -> Bench {
        let bench = try Bench()
        try bench.program("gio", Self.gio)
        for name in programs { try bench.program(name, "exit 9") }
        return bench
    }

    private func metadata(_ bench: Bench, patience: Duration = .seconds(600)) throws -> FolderMetadata {
        let environment = bench.environment.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]) { $1 }
        return try #require(FolderMetadata(environment: environment, patience: patience))
    }

    private let draft = FolderPicture(symbol: "doc.badge.ellipsis", colour: Colour("teal"))

    @Test func `is told nothing where there is no bus or no gio`() throws {
        let bench = try bench()
        #expect(FolderMetadata(environment: bench.environment) == nil)
        #expect(FolderMetadata(environment: bench.environment.merging(["DBUS_SESSION_BUS_ADDRESS": "disabled:"]) { $1 }) == nil)
        let none = try Bench()
        #expect(FolderMetadata(environment: none.environment.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"]) { $1 }) == nil)
    }

    @Test func `says icon, emblems and colour, and takes them back`() throws {
        let bench = try bench()
        var metadata = try metadata(bench)
        let marks = metadata.marks(of: try #require(draft), at: "/home/a b/100%/draft.svg")
        let path = Array("\(bench.path)/-x it's \"q\" $(id)\nlines".utf8)
        let said = try #require(metadata.change(path, from: .init(), to: marks))
        #expect(said == marks)
        #expect(bench.text("kept/custom-icon") == "file:///home/a%20b/100%25/draft.svg\n")
        #expect(bench.text("kept/emblems") == "[emblem-shed-draft-30b0c7]\n")
        #expect(bench.text("kept/thunar-highlight-color-background") == "rgb(48,176,199)\n")
        #expect(bench.text("gio.log")?.contains("«\(String(decoding: path, as: UTF8.self))»") == true)
        // Only asked, nothing set.
        let calls = bench.lines("gio.log").filter { $0.hasPrefix("«set»") }.count
        #expect(metadata.change(path, from: said, to: marks) == marks)
        #expect(bench.lines("gio.log").filter { $0.hasPrefix("«set»") }.count == calls)
        #expect(metadata.change(path, from: said, to: .init()) == .init())
        for name in ["custom-icon", "emblems", "thunar-highlight-color-background"] { #expect(!bench.exists("kept/\(name)")) }
    }

    @Test func `leaves what a person has chosen, and adds to their emblems`() throws {
        let bench = try bench()
        try bench.file("kept/custom-icon", "file:///home/ada/cat.png\n")
        try bench.file("kept/emblems", "[emblem-favorite, emblem-new]\n")
        var metadata = try metadata(bench)
        let marks = metadata.marks(of: .rejected(isWaiting: true), at: "/i/refused-waiting.svg")
        let said = try #require(metadata.change(Array(bench.path.utf8), from: .init(), to: marks))
        #expect(said.icon == nil)
        #expect(bench.text("kept/emblems") == "[emblem-favorite, emblem-new, emblem-shed-waiting, emblem-shed-refused]\n")
        _ = metadata.change(Array(bench.path.utf8), from: said, to: .init())
        #expect(bench.text("kept/emblems") == "[emblem-favorite, emblem-new]\n")
        #expect(bench.text("kept/custom-icon") == "file:///home/ada/cat.png\n")
    }

    @Test func `has emblems of roles and colours for Thunar alone`() throws {
        let bench = try bench(["nautilus"])
        let marks = try metadata(bench).marks(of: try #require(draft), at: "/i/draft.svg")
        #expect(marks == .init(icon: "file:///i/draft.svg"))
    }

    @Test func `is not told of a path that is not UTF-8, nor by a gio that fails`() throws {
        let bench = try bench()
        var metadata = try metadata(bench)
        #expect(metadata.change([0x2f, 0xff], from: .init(), to: .init(icon: "file:///x")) == nil)
        #expect(!bench.exists("gio.log"))
        try bench.program("gio", "exit 1")
        #expect(metadata.change(Array("/x".utf8), from: .init(), to: .init(icon: "file:///x")) == nil)
    }

    @Test func `is waited for so long in all, whatever is asked`() throws {
        let bench = try bench()
        try bench.program("gio", "echo $1 >>$bench/asked; exec tail -f /dev/null")
        var metadata = try metadata(bench, patience: .milliseconds(50))
        for _ in 0..<3 { #expect(metadata.change(Array("/x".utf8), from: .init(), to: .init(icon: "file:///x")) == nil) }
        #expect(bench.lines("asked").filter { $0 == "info" }.count <= 1)
    }

    @Test func `takes our own pictures back also where nobody noted that they were told`() throws {
        let bench = try bench()
        try bench.file("kept/custom-icon", "file://\(bench.path)/.local/share/shed/icons/trash.svg\n")
        try bench.file("kept/emblems", "[emblem-shed-trash, emblem-favorite]\n")
        var metadata = try metadata(bench)
        #expect(metadata.change(Array(bench.path.utf8), from: .init(), to: .init()) == .init())
        #expect(!bench.exists("kept/custom-icon") && bench.text("kept/emblems") == "[emblem-favorite]\n")
    }

    /// In another locale gio writes “?” for an emblem's “ü”, and that would be written again.
    @Test func `is read in a locale that has all characters`() throws {
        let bench = try bench()
        try bench.program("gio", "echo $LC_ALL >$bench/locale; echo attributes:")
        var metadata = try metadata(bench)
        _ = metadata.change(Array("/x".utf8), from: .init(), to: .init())
        #expect(bench.text("locale") == "C.UTF-8\n")
    }
}

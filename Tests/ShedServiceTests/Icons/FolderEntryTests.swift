import ShedModel
import ShedTestSchedule
import Testing

@testable import ShedService

@Suite(.waitsForPrograms) struct `The icon in a file .directory` {
    private let entry = FolderEntry(pictures: "/home/ada/.local/share/shed/icons")
    private let picture = "/home/ada/.local/share/shed/icons/draft.svg"

    private func set(_ text: String?, _ path: String? = nil) -> String? {
        switch entry.setting(path ?? picture, in: text.map { Array($0.utf8) }) {
        case .text(let bytes): String(decoding: bytes, as: UTF8.self)
        case .nothing: "(nothing)"
        case .foreign: nil
        case .removal: "(removal)"
        }
    }

    private func remove(_ text: String) -> String? {
        switch entry.removing(from: Array(text.utf8)) {
        case .text(let bytes): String(decoding: bytes, as: UTF8.self)
        case .nothing: "(nothing)"
        case .foreign: nil
        case .removal: "(removal)"
        }
    }

    /// What others keep in such files, as they write it.
    private static let kept = [
        "[Dolphin]\nTimestamp=2026,11,27,3,40,12\nVersion=4\nViewMode=1\n",
        "[Desktop Entry]\nComment=Mine\n",
        "[Desktop Entry]\n# a word\nName=Poems\n\n[Dolphin]\nViewMode=1\n",
        "# nothing but this\n",
        "[File Manager]\nSortOrder=ascending\n\n[Dolphin]\nViewMode=1\n",
        "[Dolphin]\r\nViewMode=1\r\n",
        "[Dolphin]\nViewMode=1",
        "[Desktop Entry]\nComment=Mine",
        "[Dolphin]\nName=\u{fffd}Icon=no key of a desktop entry\nIcon=theirs\n",
    ]

    @Test(arguments: kept) func `comes beside what others keep there, and goes without a trace`(text: String) throws {
        let with = try #require(set(text))
        #expect(with != text && with.split(separator: "\n").contains("Icon=\(picture)"))
        for line in text.split(separator: "\n") { #expect(with.contains(line)) }
        #expect(set(with) == "(nothing)")
        #expect(remove(with) == text)
        #expect(remove(text) == "(nothing)")
    }

    @Test func `makes a file where there is none, which goes whole`() throws {
        let made = try #require(set(nil))
        #expect(made.contains("[Desktop Entry]\nIcon=\(picture)\n"))
        #expect(remove(made) == "(removal)")
        #expect(remove("") == "(nothing)")
        #expect(entry.removing(from: nil) == .nothing)
    }

    @Test func `follows when another picture is due, in its place`() throws {
        let text = "[Desktop Entry]\nIcon=/home/ada/.local/share/shed/icons/draft.svg\nName=x\n"
        #expect(set(text, "/home/ada/.local/share/shed/icons/plain-ff9500.svg") == "[Desktop Entry]\nIcon=/home/ada/.local/share/shed/icons/plain-ff9500.svg\nName=x\n")
    }

    @Test(arguments: [
        "[Desktop Entry]\nIcon=folder-red\n", "[Desktop Entry]\nIcon = folder-red\n", "[Desktop Entry]\nName=x\nIcon[de]=folder-red\n",
        "[Desktop Entry]\nIcon=/home/ada/.local/share/shed/icons/../../mine.svg\n", "[Desktop Entry]\nIcon=\n",
        "[Other]\nIcon=a\n[Desktop Entry]\nName=b\n[Desktop Entry]\nIcon=c\n",
    ]) func `that a person has chosen stays`(text: String) {
        #expect(set(text) == nil)
        #expect(remove(text) == "(nothing)")
    }

    @Test func `is no file that holds NUL`() {
        #expect(entry.setting(picture, in: [0x5b, 0]) == .foreign)
        #expect(entry.removing(from: [0x5b, 0]) == .nothing)
    }

    /// KConfig writes the file anew and drops what comments say.
    @Test func `goes with the group that shed made, also where another program wrote the file anew`() {
        #expect(remove("[Desktop Entry]\nIcon=\(picture)\n") == "(removal)")
        #expect(remove("[Desktop Entry]\nIcon=\(picture)\n\n[Dolphin]\nViewMode=1\n") == "[Desktop Entry]\n\n[Dolphin]\nViewMode=1\n")
    }

    @Test func `goes from a file that ends with a group of shed's below an empty one`() {
        let group = "# “shed icons off” takes this icon away.\n[Desktop Entry]\nIcon=\(picture)"
        #expect(remove("[Desktop Entry]\n" + group) == "(removal)")
        #expect(remove("[Desktop Entry]\n\n" + group + "\n" + group) == "(removal)")
        #expect(remove("[Desktop Entry]\nName=x\n" + group) == "[Desktop Entry]\nName=x")
    }

    @Test func `has a backslash in a path as the specification says`() {
        let entry = FolderEntry(pictures: "/home/a\\b/icons")
        guard case .text(let bytes) = entry.setting("/home/a\\b/icons/draft.svg", in: nil) else { return #expect(Bool(false)) }
        #expect(String(decoding: bytes, as: UTF8.self).contains("Icon=/home/a\\\\b/icons/draft.svg\n"))
        #expect(entry.removing(from: bytes) == .removal)
    }
}

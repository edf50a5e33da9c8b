import Glibc
import ShedDisk
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSidecar

extension Role {
    fileprivate static let (a, b) = (Role(rawValue: "a"), Role(rawValue: "b"))
}

/// Templates that were put in place of the one that a project was made from.
@Suite struct `A later template` {
    private let directory: TemporaryDirectory
    private let sidecar: Sidecar

    init() throws {
        directory = try TemporaryDirectory()
        let shed = try directory.handle.openDirectory(".shed", create: true)
        sidecar = try Sidecar.create(project: projectFile, template: Self.template("first"), settings: nil, in: shed)
    }

    private static func template(_ kind: String) -> Template {
        var folder = Template.Folder(role: .a, section: "", symbol: "", accepts: .folders, filling: .people, name: "A", names: ["A"])
        folder.nesting.children = .both
        folder.badge = FolderBadge(emoji: "📝", colour: Colour("red"))
        var inner = Template.Folder(role: .b, section: "", symbol: "", accepts: .files, filling: .people, name: "B", names: ["B"])
        inner.nesting.parent = .a
        return Template(
            kind: ForeignText(kind), language: .english, root: .folders, folders: [folder, inner],
            files: [StartingFile(key: "k", folder: .b, name: "n.txt", text: "t\n")])
    }

    /// - Returns: the name of its file.
    @discardableResult
    private func put(_ kind: String, at time: Int64) throws -> Name {
        let file = try sidecar.file(for: Self.template(kind), now: time)
        try sidecar.directory.openDirectory(Sidecar.templates, create: true).write(file.name, file.bytes, replacing: false)
        return file.name
    }

    private func path(_ name: Name) -> String { "\(directory.path)/.shed/templates/\(name)" }

    @Test func `is in force instead of the one before, with all that it says`() throws {
        #expect(try sidecar.template() == Self.template("first"))
        try put("second", at: 5)
        #expect(try sidecar.template() == Self.template("second"))
        let third = try put("third", at: 9)
        #expect(try sidecar.template() == Self.template("third"))
        unlink(path(third))
        #expect(try sidecar.template() == Self.template("second"))
    }

    @Test func `is later than the one in force, also where the clock went back`() throws {
        try put("second", at: 1_000)
        try put("third", at: 10)
        #expect(try sidecar.template() == Self.template("third"))
    }

    @Test func `that is not whole is passed over and named`() throws {
        try put("second", at: 5)
        let torn = try put("third", at: 9)
        #expect(sidecar.tornTemplates().isEmpty)
        truncate(path(torn), 20)
        #expect(try sidecar.template() == Self.template("second"))
        #expect(sidecar.tornTemplates() == [torn])
    }

    @Test func `of a newer shed is refused, and not passed over`() throws {
        let text = String(decoding: Self.template("second").bytes, as: UTF8.self).replacing("\"format\": 1", with: "\"format\": 9")
        let bytes = Array(text.utf8)
        let file = try sidecar.file(for: Self.template("second"), now: 7)
        let hash = ContentHash(of: bytes).bytes.prefix(8).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        let name = Name(file.name.description.prefix(17) + hash + ".json")
        try sidecar.directory.openDirectory(Sidecar.templates, create: true).write(name, bytes, replacing: false)
        #expect { _ = try sidecar.template() } throws: { error in
            if case .unsupportedFormat = error as? SidecarError { true } else { false }
        }
    }

    @Test func `is not taken from a link, nor from a file of another name`() throws {
        let outside = try TemporaryDirectory()
        symlink(outside.path, directory.path + "/.shed/templates")
        #expect(try sidecar.template() == Self.template("first"))
        unlink(directory.path + "/.shed/templates")
        let name = try put("second", at: 5)
        rename(path(name), path("mine.json"))
        #expect(try sidecar.template() == Self.template("first"))
        symlink(path("mine.json"), path(name))
        #expect(try sidecar.template() == Self.template("first"))
        for name: Name in ["mine.json", "0000000000000005-0.json", "zz00000000000005-0123456789abcdef.json"] { #expect(!Sidecar.isTemplate(name)) }
    }

    @Test(arguments: [
        ("\"parent\": \"a\"", "\"parent\": \"b\""), ("\"parent\": \"a\"", "\"parent\": \"nowhere\""), ("\"name\": \"n.txt\"", "\"name\": \"../n.txt\""),
        ("\"name\": \"n.txt\"", "\"name\": \".n\""), ("\"files\": [", "\"files\": [7, "), ("\"parent\": \"a\"", "\"parent\": 7"),
    ]) func `with what is hostile is damaged`(old: String, new: String) throws {
        let text = String(decoding: Self.template("first").bytes, as: UTF8.self)
        try #require(text.contains(old))
        #expect { _ = try Template(bytes: Array(text.replacing(old, with: new).utf8)) } throws: { error in
            if case .damaged = error as? SidecarError { true } else { false }
        }
    }

    @Test func `with an emoji that could steer a terminal is read without it`() throws {
        let text = String(decoding: Self.template("first").bytes, as: UTF8.self).replacing("📝", with: "\\u001b[2J")
        #expect(try Template(bytes: Array(text.utf8)).folders[0].badge == FolderBadge(colour: Colour("red")))
    }
}

import Glibc
import ShedTestSchedule
import Testing

@testable import ShedService

@Suite(.waitsForPrograms) struct `Thunar's custom actions` {
    private let actions = ThunarActions(script: "/home/ada/.local/share/shed/actions/run")

    static let files = [
        String(decoding: ThunarActions.empty, as: UTF8.self),
        "<actions></actions>", "<actions>  </actions>", "<actions>\n  </actions>\n", "<actions>\r\n</actions>\r\n",
        "<?xml version=\"1.0\"?>\n<!DOCTYPE actions [\n  <!ELEMENT actions (action)+>\n]>\n<actions>\n\n  <action>\n    <name xml:lang=\"de\">Öffnen &amp; mehr</name>\n    <unique-id>1</unique-id>\n    <command>x %f</command>\n  </action>\n\n</actions><!-- end -->",
        "<actions>\n\t<action><unique-id>shed-other</unique-id></action></actions>",
        "<actions><!-- <action><unique-id>shed-check</unique-id></action> --></actions>",
    ]

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test(arguments: files) func `come and go without a trace`(file: String) throws {
        let bytes = Array(file.utf8)
        let with = try actions.added(to: bytes, force: false)
        #expect(try actions.isComplete(with))
        #expect(try actions.added(to: with, force: false) == with)
        #expect(try actions.removed(from: with, force: false) == bytes)
        #expect(try !actions.isPresent(bytes))
        #expect(try actions.removed(from: bytes, force: false) == bytes)
    }

    @Test func `an element of one tag is opened for them`() throws {
        let with = try actions.added(to: Array("<actions />".utf8), force: false)
        #expect(try actions.isComplete(with))
        #expect(try text(actions.removed(from: with, force: false)) == "<actions >\n</actions>")
    }

    @Test func `what Thunar or a person made of them stays`() throws {
        // As Thunar writes it: other white space and escapes, elements of its own; a name of the person's.
        let rewritten = """
            <?xml version="1.0" encoding="UTF-8"?>
            <actions>
            <action>
            \t<icon>my-icon</icon>
            \t<name>Prüfen</name>
            \t<submenu></submenu>
            \t<unique-id>shed-check</unique-id>
            \t<command>&apos;/home/ada/.local/share/shed/actions/run&apos; check %F</command>
            \t<description></description>
            \t<range>*</range>
            \t<patterns>*.json</patterns>
            \t<directories/>
            </action>
            </actions>
            """
        let with = try text(actions.added(to: Array(rewritten.utf8), force: false))
        #expect(with.hasPrefix(String(rewritten.dropLast("</actions>".count))))
        #expect(with.contains("shed-record") && with.contains("shed-export"))
    }

    /// What an earlier shed wrote: one title, in English; or what Thunar makes of it, in the one language that it shows.
    @Test(arguments: [("Check with shed", "Hold the rules against the project, the folder or the files"), ("Mit shed prüfen", "")])
    func `titles that shed wrote get all languages where they stand, and nothing else changes`(title: String, comment: String) throws {
        let action = { (title: String, comment: String) in
            """
            <action>
            \t<icon>my-icon</icon>
            \t<name>\(title)</name>
            \t<unique-id>shed-check</unique-id>
            \t<command>&apos;/old/shed/actions/run&apos; check %F</command>
            \t<description>\(comment)</description>
            \t<patterns>*</patterns>
            \t<directories/>
            </action>
            """
        }
        let others = "<action>\n<name>Check with shed</name><unique-id>1-1</unique-id><command>x</command>\n</action>"
        let old = "<?xml version=\"1.0\"?>\n<actions>\n\(others)\n\(action(title, comment))\n</actions>\n"
        let renewed = try text(actions.added(to: Array(old.utf8), force: false))
        let fresh = try text(actions.added(to: ThunarActions.empty, force: false))
        func lines(_ name: String, of text: String) -> [Substring] {
            text.split(separator: "<unique-id>shed-new</unique-id>")[0].split(separator: "\n").filter { $0.contains("<\(name)") }
        }
        let own = renewed.replacing(others, with: "")
        let names = lines("name", of: fresh).prefix(5)
        #expect(names.count == 5 && Array(lines("name", of: own).prefix(5)) == Array(names), "\(renewed)")
        #expect(renewed.contains(others) && renewed.contains("my-icon") && renewed.ranges(of: "<unique-id>shed-check</unique-id>").count == 1)
        // A description that a person, or Thunar, took away stays away.
        #expect(lines("description", of: own).prefix(5).elementsEqual(lines("description", of: fresh).prefix(5)) == !comment.isEmpty)
        #expect(try text(actions.added(to: Array(renewed.utf8), force: false)) == renewed)
        // A title in one language is no reason to say that something is missing.
        #expect(try actions.isComplete(Array(renewed.replacing(names.joined(separator: "\n"), with: "\t<name>\(title)</name>").utf8)))
        // A person's own title stays, byte for byte.
        let theirs = renewed.replacing(names.joined(separator: "\n"), with: "\t<name>\(title)!</name>")
        #expect(theirs != renewed)
        #expect(try text(actions.added(to: Array(theirs.utf8), force: false)) == theirs)
        let both = renewed.replacing(names[1], with: "\t<name xml:lang=\"de\">Meins</name>")
        #expect(both != renewed)
        #expect(try text(actions.added(to: Array(both.utf8), force: true)) == both)
    }

    @Test func `another place of the script renews the commands and nothing else`() throws {
        let with = try actions.added(to: Array(Self.files[5].utf8), force: false)
        let other = ThunarActions(script: "/data/100% 'own'/shed/actions/run")
        let renewed = try other.added(to: with, force: false)
        #expect(try other.isComplete(renewed))
        #expect(try actions.added(to: renewed, force: false) == with)
        #expect(other.command(.check) == "'/data/100%% '\\''own'\\''/shed/actions/run' check %F")
    }

    @Test func `a command that a person wrote is only replaced by force`() throws {
        let with = try text(actions.added(to: ThunarActions.empty, force: false))
        let changed = Array(with.replacing("export %F", with: "export %F; beep").utf8)
        #expect(throws: ThunarActions.Refusal.changed) { try actions.added(to: changed, force: false) }
        #expect(throws: ThunarActions.Refusal.changed) { try actions.removed(from: changed, force: false) }
        #expect(try text(actions.added(to: changed, force: true)) == with)
        #expect(try actions.removed(from: changed, force: true) == ThunarActions.empty)
    }

    @Test func `a file that is no list of actions is refused`() {
        #expect(throws: ThunarActions.Refusal.otherRoot) { try actions.added(to: Array("<html/>".utf8), force: true) }
        for text in ["", "<actions>", "<actions></actions", "<actions/><actions/>"] {
            #expect(throws: ThunarActions.Refusal.self) { try actions.added(to: Array(text.utf8), force: true) }
        }
    }

    @Test(.enabled(if: access("/usr/bin/xmllint", X_OK) == 0, "there is no xmllint (Debian: libxml2-utils)"))
    func `xmllint reads the commands that were meant`() throws {
        let bench = try Bench()
        let odd = ThunarActions(script: "/a & b/<c> 'd' \"e\" %f ]]>/shed/actions/run")
        try bench.file("uca.xml", text(odd.added(to: Array(Self.files[5].utf8), force: false)))
        let path = "string(//action[unique-id='shed-check']/command)"
        let ending = try ChildProcess.run(
            "/usr/bin/xmllint", ["--xpath", path, bench.path + "/uca.xml"], environment: [:], milliseconds: 60_000)
        #expect(ending.code == 0)
        #expect(String(decoding: ending.output, as: UTF8.self).hasPrefix(odd.command(.check)))
    }
}

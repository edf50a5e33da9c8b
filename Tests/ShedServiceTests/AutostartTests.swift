import Glibc
import ShedTestSchedule
import Testing

@testable import ShedService

@Suite(.waitsForPrograms) struct `The autostart entry` {
    @Test(arguments: `The unit`.folders + ["back`tick", "100%"]) func `its words are those that were meant`(folder: String) throws {
        let path = "/opt/\(folder)/shed"
        let text = try Autostart(executable: Array(path.utf8), environment: [:]).text
        let words = try words(text)
        #expect(Array(words.suffix(2)) == [path, "watch"])
        #expect(words.first?.contains("=") == false)
        #expect(try string(#require(value("TryExec", text))) == path)
        let state = "/state/\(folder)"
        let withState = try self.words(Autostart(executable: Array(path.utf8), environment: ["SHED_STATE_DIR": state]).text)
        #expect(withState == ["/usr/bin/env", "SHED_STATE_DIR=\(state)"] + words)
    }

    @Test(
        .enabled(if: access("/usr/bin/desktop-file-validate", X_OK) == 0, "there is no desktop-file-validate (Debian: desktop-file-utils)"),
        arguments: `The unit`.folders)
    func `desktop-file-validate takes it`(folder: String) throws {
        let bench = try Bench()
        let text = try Autostart(executable: Array("/opt/\(folder)/shed".utf8), environment: ["SHED_STATE_DIR": "/state/\(folder)"]).text
        try bench.file(Autostart.name, String(decoding: OwnedFile.content(of: text), as: UTF8.self))
        let ending = try ChildProcess.run("/usr/bin/desktop-file-validate", [bench.path + "/" + Autostart.name], environment: [:], milliseconds: 60_000)
        #expect(ending.code == 0, "\(ending.text)")
    }

    private func value(_ key: String, _ text: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
    }

    /// A value of type string.
    private func string(_ value: String) -> String { value.replacing("\\\\", with: "\\") }

    /// The words of `Exec`, as the Desktop Entry Specification reads them.
    private func words(_ text: String) throws -> [String] {
        var (words, word, isQuoted, isEscaped) = ([String](), "", false, false)
        for character in string(try #require(value("Exec", text))) {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\", isQuoted {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == " ", !isQuoted {
                words.append(word)
                word = ""
            } else {
                #expect(isQuoted || !"'\\><~|&;$*?#()`".contains(character), "reserved")
                word.append(character)
            }
        }
        return (words + [word]).map { $0.replacing("%%", with: "%") }
    }
}

import Glibc
import ShedTestSchedule
import ShedTestSupport
import Testing

@testable import ShedService

@Suite(.waitsForPrograms) struct `The unit` {
    static let folders = [
        "plain", "two words", "50%h 100%", "$HOME ${x}", "é 詩", "q\"q", "it's", "back\\slash\\n", "semi;colon", "a=b", "-dash", "{x} *", "#hash",
    ]

    private static let hasAnalyze = access("/usr/bin/systemd-analyze", X_OK) == 0

    /// What `systemd-analyze --user verify` says of a unit, and how it ends.
    private func verify(_ text: String, _ bench: Bench) throws -> ChildProcess.Ending {
        try bench.file("shed.service", String(decoding: OwnedFile.content(of: text), as: UTF8.self))
        return try ChildProcess.run(
            "/usr/bin/systemd-analyze", ["--user", "verify", bench.path + "/shed.service"],
            environment: bench.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }, milliseconds: 60_000)
    }

    @Test(.enabled(if: hasAnalyze, "there is no systemd-analyze (Debian: systemd)"), arguments: folders)
    func `systemd takes it without a word, wherever shed and its state are`(folder: String) throws {
        let bench = try Bench()
        try bench.file("\(folder)/shed", "#!/bin/sh\n")
        let path = "\(bench.path)/\(folder)/shed"
        chmod(path, 0o755)
        let environment = ["SHED_STATE_DIR": "/state/\(folder)", "XDG_DATA_HOME": "/data/\(folder)"]
        let text = try ServiceUnit(executable: Array(path.utf8), environment: environment).text
        let ending = try verify(text, bench)
        #expect(ending == ChildProcess.Ending(code: 0, output: [], isOutOfTime: false), "\(ending.text)\n\(text)")
    }

    @Test(.enabled(if: hasAnalyze, "there is no systemd-analyze (Debian: systemd)"))
    func `systemd would have said where there is no such program, or no such setting`() throws {
        let bench = try Bench()
        let gone = try verify(ServiceUnit(executable: Array("/nonexistent/two words/shed".utf8), environment: [:]).text, bench)
        #expect(gone.code != 0)
        #expect(gone.text.contains("/nonexistent/two words/shed is not executable"))
        let text = try ServiceUnit(executable: Array("/bin/true".utf8), environment: [:]).text
        #expect(try !verify(text.replacing("LockPersonality", with: "LockPersonalty"), bench).output.isEmpty)
    }

    @Test(arguments: folders) func `its words are those that were meant`(folder: String) throws {
        let path = "/opt/\(folder)/shed"
        let text = try ServiceUnit(executable: Array(path.utf8), environment: ["SHED_STATE_DIR": "/state/\(folder)"]).text
        let start = try #require(value("ExecStart", text))
        let words = unquoted(start.hasPrefix(":") ? String(start.dropFirst()) : start)
        #expect(Array(words.suffix(2)) == [path, "watch"])
        // systemd would replace variables.
        if start.contains("$") { #expect(start.hasPrefix(":")) }
        if words.count > 2 { #expect(Array(words.prefix(3)) == ["/bin/sh", "-c", "exec \"$0\" \"$@\""]) }
        #expect((words.count > 2) == path.contains { "\"'\\".contains($0) })
        #expect(try unquoted(#require(value("Environment", text))) == ["SHED_STATE_DIR=/state/\(folder)"])
    }

    @Test func `the shell that stands in becomes shed`() throws {
        let bench = try Bench()
        let path = bench.path + "/q\"q/shed"
        mkdir(bench.path + "/q\"q", 0o755)
        try TestFile.writeProgram("echo \"$$ $0 $*\"", to: path)
        let words = try ServiceCommand(executable: Array(path.utf8)).words(unlessHolding: ["\""])
        let child = try ChildProcess.start(words[0], Array(words.dropFirst()), environment: bench.environment)
        #expect(child.finish(milliseconds: 60_000).text == "\(child.id) \(path) watch")
    }

    @Test func `only what is set at installation stands in it`() throws {
        let program = Array("/usr/local/bin/shed".utf8)
        let bare = try ServiceUnit(executable: program, environment: ["HOME": "/home/ada", "PATH": "/bin", "XDG_STATE_HOME": "", "XDG_RUNTIME_DIR": "/run/user/1"]).text
        #expect(!bare.contains("\nEnvironment="))
        #expect(bare.contains("\nExecStart=/usr/local/bin/shed watch\n"))
        let full = try ServiceUnit(executable: program, environment: ["SHED_STATE_DIR": "/a", "XDG_DATA_HOME": "/b"]).text
        #expect(full.contains("\nEnvironment=\"SHED_STATE_DIR=/a\"\nEnvironment=\"XDG_DATA_HOME=/b\"\n"))
    }

    @Test func `pauses grow where systemd can do that`() throws {
        let program = Array("/usr/bin/shed".utf8)
        #expect(try ServiceUnit(executable: program, environment: [:], systemdVersion: 254).text.contains("\nRestartSteps="))
        #expect(try !ServiceUnit(executable: program, environment: [:], systemdVersion: 253).text.contains("RestartSteps"))
    }

    @Test(arguments: ["shed", "/a\nExecStart=/bin/evil", "/a\u{7f}"]) func `paths that no unit can hold are refused`(path: String) {
        #expect(throws: ServiceError.self) { try ServiceUnit(executable: Array(path.utf8), environment: [:]) }
        #expect(throws: ServiceError.self) { try Autostart(executable: Array(path.utf8), environment: [:]) }
    }

    @Test func `bytes that are no text, and variables with line breaks, are refused`() {
        #expect(throws: ServiceError.self) { try ServiceUnit(executable: Array("/a".utf8) + [0xff], environment: [:]) }
        let error = #expect(throws: ServiceError.self) {
            try ServiceUnit(executable: Array("/a".utf8), environment: ["SHED_STATE_DIR": "/a\nExecStart=/bin/evil"])
        }
        #expect(error?.message.contains("SHED_STATE_DIR") == true)
    }

    private func value(_ key: String, _ text: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
    }

    /// Words as systemd.syntax(7) reads them, as far as a unit of ours uses it.
    private func unquoted(_ line: String) -> [String] {
        var (words, word, isQuoted, isEscaped) = ([String](), "", false, false)
        for character in line {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == " ", !isQuoted {
                words.append(word)
                word = ""
            } else {
                word.append(character)
            }
        }
        return (words + [word]).map { $0.replacing("%%", with: "%") }
    }
}

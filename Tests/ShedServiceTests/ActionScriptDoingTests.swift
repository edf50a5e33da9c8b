import Glibc
import ShedTestSchedule
import Testing

@testable import ShedService

/// What the script does in projects of all kinds, with a shed that writes down how it was called.
@Suite(.waitsForPrograms) struct `What the actions have shed do` {
    private static let writesDown = "for word in \"$@\"; do printf '«%s»' \"$word\" >>$bench/${0##*/}.log; done; echo >>$bench/${0##*/}.log"
    /// Has a folder of the role “ready”, and Trash.
    private static let shed = #"case "$1 $5" in "find ready") printf '%s \n\0' "${bench#/}/P/Ready"; exit;; "find trash") printf '%s\0' "$bench/P/Trash"; exit;; esac; echo fine"#

    private func bench(shed: String = shed, programs: [String: String] = [:]) throws -> Bench {
        let bench = try Bench()
        try bench.program("shed", Self.writesDown + "; " + shed)
        for (name, script) in programs.merging(["notify-send": ""], uniquingKeysWith: { $1 }) { try bench.program(name, Self.writesDown + "\n" + script) }
        let text = try ActionScript(executable: Array("\(bench.programs)/shed".utf8), environment: [:]).text
        try bench.file("script", "#!/bin/sh\n" + text)
        try bench.file("P/.shed/project.json", "{}")
        for name in ["P/Draft", "P/Trash"] { mkdir("\(bench.path)/\(name)", 0o755) }
        return bench
    }

    /// In the root directory, from which shed names paths then.
    private func run(_ bench: Bench, _ arguments: [String], screen: String = ":none") throws -> ChildProcess.Ending {
        let environment = ["PATH": "\(bench.programs):/usr/bin:/bin", "HOME": bench.path, "DISPLAY": screen]
        return try ChildProcess.run("/bin/sh", ["-c", "cd /; exec /bin/sh \"$0\" \"$@\"", "\(bench.path)/script"] + arguments, environment: environment, milliseconds: 60_000)
    }

    private let odd = ["a b", "-x", "it's \"quoted\" $(id) `id` \\n %F", "two\nlines", "ends\n", "ünï"]

    private func paths(_ bench: Bench) -> [String] { odd.map { "\(bench.path)/P/Draft/\($0)" } }

    private func words(_ names: [String]) -> String { names.map { "«\($0)»" }.joined() }

    @Test func `a new file gets the name that was written`() throws {
        let bench = try bench(programs: ["zenity": "printf '%s\\n' \"-it's \\$(id) %\""])
        #expect(try run(bench, ["new", "\(bench.path)/P/Draft"]).code == 0)
        #expect(bench.text("shed.log")?.contains("«add»«file»«-C»«\(bench.path)/P/Draft»«--color»«never»«--»«-it's $(id) %»\n") == true)
        for program in ["exit 1", "echo"] {
            let closed = try self.bench(programs: ["zenity": program])
            #expect(try run(closed, ["new", "\(closed.path)/P/Draft"]).code == 0)
            #expect(!closed.exists("shed.log"))
        }
    }

    @Test(arguments: ["restore", "accept"]) func `what is selected is given as it is`(action: String) throws {
        let bench = try bench()
        #expect(try run(bench, [action] + paths(bench)).code == 0)
        #expect(bench.text("shed.log")?.contains("«\(action)»«-C»«\(bench.path)/P/Draft»«--color»«never»«--»" + words(paths(bench)) + "\n") == true)
    }

    @Test func `what is ready goes to the folder that has the role, whatever its name`() throws {
        let bench = try bench()
        #expect(try run(bench, ["ready"] + paths(bench)).code == 0)
        #expect(bench.text("shed.log")?.contains("«mv»«-C»«\(bench.path)/P/Draft»«--color»«never»«--»" + words(paths(bench)) + "«//") == true)
        #expect(bench.text("shed.log")?.hasSuffix("\(bench.path)/P/Ready \n»\n") == true)
        let none = try self.bench(shed: "exit 0")
        let ending = try run(none, ["ready"] + paths(none), screen: "")
        #expect(ending.code == 1 && none.text("shed.log")?.contains("«mv»") == false)
        #expect(ending.text.contains("poetry") || none.text("notify-send.log")?.contains("shed moved nothing") == true)
    }

    @Test func `a tag is asked for and given`() throws {
        let bench = try bench(programs: ["zenity": "echo 'Status/le\"nt $(id)'"])
        #expect(try run(bench, ["tag"] + paths(bench)).code == 0)
        #expect(bench.text("shed.log")?.contains("«tag»«add»«--create»«-C»«\(bench.path)/P/Draft»«--color»«never»«--»«Status/le\"nt $(id)»" + words(paths(bench)) + "\n") == true)
        // Nothing can be asked without a screen, and that is said.
        let blind = try self.bench()
        for name in ["tag", "new"] { #expect(try run(blind, [name, "\(blind.path)/P/Draft"], screen: "").code == 2) }
        #expect(!blind.exists("shed.log"))
    }

    @Test func `a folder is asked for where what was refused cannot go back`() throws {
        let refuses = #"case "$*" in *--dry-run*) echo 'say where'; exit 1;; esac; echo fine"#
        let bench = try bench(shed: refuses, programs: ["zenity": "printf '%s\\n' \"$bench/P/Draft\""])
        #expect(try run(bench, ["accept", "\(bench.path)/P/Rejected/x"]).code == 0)
        #expect(bench.text("shed.log")?.hasSuffix("«accept»«-C»«\(bench.path)/P/Rejected»«--color»«never»«--to=\(bench.path)/P/Draft»«--»«\(bench.path)/P/Rejected/x»\n") == true)
        let closed = try self.bench(shed: refuses, programs: ["zenity": "exit 1"])
        #expect(try run(closed, ["accept", "\(closed.path)/P/Rejected/x"]).code == 0)
        #expect(closed.lines("shed.log").count == 2)
    }

    @Test func `the history is that of one thing, or of the project`() throws {
        let keeps = "for word in \"$@\"; do case $word in --filename=*) cp \"${word#--filename=}\" $bench/shown;; esac; done"
        let bench = try bench(programs: ["zenity": keeps])
        #expect(try run(bench, ["history", paths(bench)[2]]).code == 0)
        #expect(bench.text("shed.log")?.hasSuffix("«log»«-C»«\(bench.path)/P/Draft»«--color»«never»«--plain»«--»«\(paths(bench)[2])»\n") == true)
        #expect(bench.text("shown") == "fine\n")
        #expect(try run(bench, ["history", "\(bench.path)/P"]).code == 0)
        #expect(bench.text("shed.log")?.hasSuffix("«log»«-C»«\(bench.path)/P»«--color»«never»«--plain»«--»\n") == true)
        #expect(try run(bench, ["history", "/a", "/b"]).code == 2)
    }

    @Test func `an action says where it makes sense`() throws {
        let bench = try bench()
        func fits(_ action: String, _ path: String) throws -> Bool {
            let ending = try run(bench, ["fits", action, "\(bench.path)/\(path)"])
            // Some go by the output, some by the code.
            #expect(ending.output.elementsEqual((ending.code == 0 ? "true" : "").utf8) && ending.code <= 1)
            return ending.code == 0
        }
        for action in FileAction.allCases where action != .restore { #expect(try fits(action.rawValue, "P/Draft/x"), "\(action)") }
        #expect(try !fits("restore", "P/Draft/x") && fits("restore", "P/Trash/x"))
        for action in FileAction.allCases { #expect(try !fits(action.rawValue, "elsewhere"), "\(action)") }
        try bench.program("shed", "exit 1")
        #expect(try !fits("ready", "P/Draft/x") && !fits("record", "P/Draft") && fits("tag", "P/Draft/x"))
    }

    @Test func `files for PCManFM name the script as the shell and the entry need it`() throws {
        let files = ActionFiles(script: "/data/100% 'own' \\x/run").all
        let menu = try #require(files.last)
        #expect(menu.text.contains("ItemsList=shed-check;shed-new;"))
        for (name, text) in files.dropLast() {
            #expect(menu.text.contains("\(name.dropLast(".desktop".count));"))
            #expect(text.contains("Exec='/data/100%% '\\\\''own'\\\\'' \\\\x/run' "))
        }
    }
}

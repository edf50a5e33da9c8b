import Glibc
import ShedTestSchedule
import Testing

@testable import ShedService

/// The script, run by sh, with programs on its way that write down how they were called.
@Suite(.waitsForPrograms) struct `The script of the actions` {
    /// Writes each argument on a line of its own in “«»”, so that newlines show.
    private static let writesDown = "for word in \"$@\"; do printf '«%s»\\n' \"$word\" >>$bench/${0##*/}.log; done"

    private func bench(shed: String = "echo fine", programs: [String: String] = [:]) throws -> Bench {
        let bench = try Bench()
        try bench.program("shed", Self.writesDown + "; " + shed)
        for (name, script) in programs { try bench.program(name, Self.writesDown + "\n" + script) }
        let text = try ActionScript(executable: Array("\(bench.programs)/shed".utf8), environment: [:]).text
        try bench.file("script", "#!/bin/sh\n" + text)
        return bench
    }

    private func run(_ bench: Bench, _ arguments: [String], _ variables: [String: String] = [:]) throws -> ChildProcess.Ending {
        let environment = ["PATH": "\(bench.programs):/usr/bin:/bin", "HOME": bench.path, "DISPLAY": ":none"].merging(variables) { $1 }
        return try ChildProcess.run("/bin/sh", ["\(bench.path)/script"] + arguments, environment: environment, milliseconds: 60_000)
    }

    private func paths(_ bench: Bench) -> [String] {
        let log = bench.text("shed.log") ?? ""
        return log.split(separator: "«--»\n").last.map { $0.dropFirst().dropLast(2).replacing("»\n«", with: "\u{0}") }?.split(separator: "\u{0}").map(String.init) ?? []
    }

    private let odd = ["/a b", "/-x", "/it's \"quoted\" $(id) `id` \\n %", "/two\nlines", "/ends\n", "/ünï"]

    @Test func `gives shed the paths as they are`() throws {
        let bench = try bench(programs: ["notify-send": ""])
        #expect(try run(bench, ["check"] + odd).code == 0)
        #expect(paths(bench) == odd)
        #expect(bench.text("shed.log")?.hasPrefix("«check»\n") == true)
    }

    @Test func `takes paths apart as Nautilus gives them`() throws {
        let bench = try bench(programs: ["notify-send": ""])
        let joined = odd.map { $0 + "\n" }.joined()
        #expect(try run(bench, ["--nautilus", "check"], ["NAUTILUS_SCRIPT_SELECTED_FILE_PATHS": joined]).code == 0)
        #expect(paths(bench) == odd)
    }

    @Test func `without a selection the folder is meant`() throws {
        let bench = try bench(programs: ["notify-send": ""])
        #expect(try run(bench, ["--nautilus", "check"], ["NAUTILUS_SCRIPT_SELECTED_FILE_PATHS": "", "PWD": "/"]).code == 0)
        #expect(paths(bench).count == 1)
        #expect(paths(bench).first?.hasPrefix("/") == true)
    }

    @Test func `findings are shown whole in a dialog, a short success as a notification`() throws {
        let keeps = "for word in \"$@\"; do case $word in --filename=*) cp \"${word#--filename=}\" $bench/shown;; esac; done"
        let bench = try bench(shed: "seq 5000; exit 1", programs: ["zenity": keeps, "notify-send": ""])
        #expect(try run(bench, ["check", "/x"]).code == 1)
        #expect(bench.lines("shown").count == 5001)
        #expect(!bench.exists("notify-send.log"))
        let clean = try self.bench(shed: "echo '<b>fine</b> & good'", programs: ["zenity": keeps, "notify-send": ""])
        #expect(try run(clean, ["check", "/x"]).code == 0)
        #expect(!clean.exists("zenity.log"))
        #expect(clean.text("notify-send.log")?.contains("«&lt;b&gt;fine&lt;/b&gt; &amp; good»") == true)
    }

    @Test func `kdialog shows it where the desktop is KDE's`() throws {
        let bench = try bench(shed: "exit 1", programs: ["zenity": "", "kdialog": ""])
        #expect(try run(bench, ["check", "/x"], ["XDG_CURRENT_DESKTOP": "KDE"]).code == 1)
        #expect(bench.exists("kdialog.log") && !bench.exists("zenity.log"))
    }

    @Test func `without dialogs and a screen it is printed, and the code is shed's`() throws {
        let bench = try bench(shed: "echo broken >&2; exit 2")
        // Only what the script itself needs.
        for name in ["mktemp", "rm", "wc", "cat", "head", "sed"] { symlink("/usr/bin/\(name)", "\(bench.programs)/\(name)") }
        let ending = try run(bench, ["check", "/x"], ["PATH": bench.programs, "DISPLAY": ""])
        #expect(ending.code == 2)
        #expect(ending.text.contains("broken"))
    }

    @Test func `a text that cannot be shown otherwise is kept for the program that opens texts`() throws {
        let bench = try bench(shed: "echo broken; exit 1", programs: ["xdg-open": "cp \"$1\" $bench/opened"])
        for name in ["mktemp", "rm", "wc", "cat", "head", "sed", "mkdir", "mv"] { symlink("/usr/bin/\(name)", "\(bench.programs)/\(name)") }
        #expect(try run(bench, ["check", "/x"], ["PATH": bench.programs]).code == 1)
        #expect(bench.lines("opened").contains("broken"))
        #expect(bench.exists(".cache/shed/answer.txt"))
    }

    @Test func `a record gets the pairs that were written, and nothing is made if the dialog is closed`() throws {
        let bench = try bench(programs: ["zenity": "printf 'Title=A b\\nNote=$(id) \"x\"\\n\\nYear=1944'", "notify-send": ""])
        mkdir("\(bench.path)/-Bo oks", 0o755)
        #expect(try run(bench, ["record", "\(bench.path)/-Bo oks/"]).code == 0)
        #expect(paths(bench) == ["-Bo oks", "Title=A b", "Note=$(id) \"x\"", "Year=1944"])
        #expect(bench.text("shed.log")?.contains("«-C»\n«\(bench.path)/-Bo oks»") == true)
        let closed = try self.bench(programs: ["zenity": "exit 1"])
        #expect(try run(closed, ["record", closed.path]).code == 0)
        #expect(!closed.exists("shed.log"))
    }

    @Test func `an export goes to the file that was chosen`() throws {
        let bench = try bench(programs: ["zenity": "echo \"$bench/out put.csv\"", "notify-send": ""])
        mkdir("\(bench.path)/Books", 0o755)
        try bench.file("Books/a.json", "{}")
        // A record that is selected means the collection that it is in.
        #expect(try run(bench, ["export", "\(bench.path)/Books/a.json"]).code == 0)
        #expect(paths(bench) == ["Books"])
        #expect(bench.text("shed.log")?.contains("«--output=\(bench.path)/out put.csv»\n«--»") == true)
        #expect(bench.text("zenity.log")?.contains("«--confirm-overwrite»") == true)
        try bench.file("out put.csv", "old")
        #expect(try run(bench, ["export", "\(bench.path)/Books"]).code == 0)
        #expect(bench.text("shed.log")?.contains("«--force»") == true)
    }

    @Test func `several folders are too much for a record`() throws {
        let bench = try bench()
        let ending = try run(bench, ["record", "/a", "/b"], ["DISPLAY": ""])
        #expect(ending.code == 2)
        #expect(!bench.exists("shed.log"))
    }

    @Test(.enabled(if: access("/usr/bin/shellcheck", X_OK) == 0, "there is no shellcheck"))
    func `shellcheck has nothing to say`() throws {
        let bench = try bench()
        let ending = try ChildProcess.run("/usr/bin/shellcheck", ["\(bench.path)/script"], environment: [:], milliseconds: 60_000)
        #expect(ending.code == 0, "\(ending.text)")
    }
}

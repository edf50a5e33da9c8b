import Glibc
import ShedModel
import ShedTestSchedule
import Testing

@testable import ShedService

@Suite(.waitsForPrograms) struct `Desktop notifications` {
    /// Writes each call's words to `calls`, a line each, and a line `end`.
    private let recording = "for word in \"$@\"; do printf '[%s]\\n' \"$word\"; done >> $bench/calls; echo end >> $bench/calls"

    private func notifier(_ bench: Bench, milliseconds: Int64 = 60_000) -> DesktopNotifier {
        DesktopNotifier(environment: bench.environment.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/none"]) { $1 }, milliseconds: milliseconds)
    }

    @Test func `notify-send is given the texts as words, whatever is in them`() throws {
        let bench = try Bench()
        try bench.program("notify-send", recording)
        let notifier = notifier(bench)
        notifier.notify(summary: "--help <i>", body: "Draft/<b>&\"'$(touch x)\\n\n\u{1b}[2J\u{202e}é")
        try bench.wait("it was shown", until: { notifier.isIdle })
        #expect(notifier.lastOutcome == .shown)
        // Controls come escaped; then markup, then the backslashes that notify-send reads in a body.
        #expect(bench.lines("calls") == [
            "[--app-name=shed]", "[--]", "[--help <i>]", #"[Draft/&lt;b&gt;&amp;"'$(touch x)\\\\n\\n\\u{1b}[2J\\u{202e}é]"#, "end", "",
        ])
    }

    @Test func `long texts are cut`() throws {
        let bench = try Bench()
        try bench.program("notify-send", recording)
        let notifier = notifier(bench)
        notifier.notify(summary: String(repeating: "s", count: 5_000), body: String(repeating: "e\u{301}", count: 100_000))
        try bench.wait("it was shown", until: { notifier.isIdle })
        let lines = bench.lines("calls")
        #expect(lines[2] == "[" + String(repeating: "s", count: 199) + "…]")
        #expect(lines[3].unicodeScalars.count == 202)
    }

    @Test func `gdbus steps in where notify-send fails or is not there`() throws {
        for script in [nil, "exit 1"] {
            let bench = try Bench()
            if let script { try bench.program("notify-send", script) }
            try bench.program("gdbus", recording)
            let notifier = notifier(bench)
            notifier.notify(summary: "it's", body: "a\\b")
            try bench.wait("it was shown", until: { notifier.isIdle })
            #expect(notifier.lastOutcome == .shown)
            #expect(Array(bench.lines("calls").suffix(11)) == ["[--]", "['shed']", "[0]", "['']", #"['it\'s']"#, #"['a\\b']"#, "[[]]", "[{}]", "[10000]", "end", ""])
        }
    }

    @Test func `a failure is told once, and again after one that was shown`() throws {
        let bench = try Bench()
        try bench.program("notify-send", "[ -e $bench/works ]")
        let notifier = notifier(bench)
        func tell() throws -> String? {
            notifier.notify(summary: "a", body: "b")
            try bench.wait("it was tried", until: { notifier.isIdle })
            return notifier.takeFailure()
        }
        #expect(try tell()?.contains("notify-send ended with 1") == true)
        #expect(try tell() == nil)
        try bench.file("works", "")
        #expect(try tell() == nil)
        unlink(bench.path + "/works")
        #expect(try tell() != nil)
    }

    @Test func `without a bus or a program nothing is run, and it is said why`() throws {
        let bench = try Bench()
        let none = notifier(bench)
        none.notify(summary: "a", body: "b")
        try bench.wait("it gave up", until: { none.isIdle })
        #expect(none.lastOutcome == .noProgram)
        try bench.program("notify-send", recording)
        try bench.file("run/bus", "a file, no socket")
        for address in [nil, "", "disabled:"] {
            var environment = bench.environment
            environment["DBUS_SESSION_BUS_ADDRESS"] = address
            let notifier = DesktopNotifier(environment: environment)
            notifier.notify(summary: "a", body: "b")
            try bench.wait("it gave up", until: { notifier.isIdle })
            #expect(notifier.lastOutcome == .noBus)
        }
        #expect(!bench.exists("calls"))
    }

    @Test func `the bus is also found in the runtime directory`() throws {
        let bench = try Bench()
        try bench.program("notify-send", "echo $DBUS_SESSION_BUS_ADDRESS > $bench/address")
        let socket = try BoundSocket(bench.runtime + "/bus", stream: true)
        let notifier = DesktopNotifier(environment: bench.environment)
        notifier.notify(summary: "a", body: "b")
        try bench.wait("it was shown", until: { notifier.isIdle })
        #expect(bench.text("address") == "unix:path=\(bench.runtime)/bus\n")
        _ = socket
    }

    @Test func `what comes while one is under way is shown after it, in one`() throws {
        let bench = try Bench()
        try bench.program("notify-send", recording + "; read line < $bench/gate")
        mkfifo(bench.path + "/gate", 0o600)
        let gate = open(bench.path + "/gate", O_RDWR | O_CLOEXEC)
        defer { close(gate) }
        let notifier = notifier(bench)
        notifier.notify(summary: "first", body: "one")
        try bench.wait("the first is under way", until: { bench.lines("calls").contains("end") })
        for number in 1...1_000 { notifier.notify(summary: "Poems", body: "rejected \(number)") }
        #expect(!notifier.isIdle, "the calls came back while the first still stands at the gate")
        _ = write(gate, "\n\n", 2)
        try bench.wait("both were shown", until: { notifier.isIdle })
        let lines = bench.lines("calls")
        #expect(lines.filter { $0 == "end" }.count == 2)
        #expect(lines.contains("[Poems]"))
        #expect(lines.contains("[rejected 1"))
        #expect(lines.contains("… and 990 more]"))
    }

    @Test func `a program that hangs is killed, and the next notification is shown`() throws {
        let bench = try Bench()
        try bench.program("notify-send", "[ -e $bench/calls ] && exit 0; echo $$ > $bench/new; mv $bench/new $bench/calls; exec sleep 1000")
        let notifier = notifier(bench, milliseconds: 1_000)
        // On a busy machine its time may be over before it wrote anything; then it is tried again.
        for _ in 0..<60 where !bench.exists("calls") {
            notifier.notify(summary: "a", body: "b")
            try bench.wait("its time was over", until: { notifier.isIdle })
        }
        guard case .failed(let reason) = try #require(notifier.lastOutcome) else {
            Issue.record("it did not fail")
            return
        }
        #expect(reason.contains("did not end within 1000 ms"))
        let process = try #require(pid_t(bench.lines("calls")[0]))
        #expect(kill(process, 0) == -1 && errno == ESRCH, "killed and reaped")
        let patient = self.notifier(bench)
        for next in [notifier, patient] {
            next.notify(summary: "a", body: "b")
            try bench.wait("the next one was dealt with", until: { next.isIdle })
        }
        #expect(patient.lastOutcome == .shown)
    }

    // MARK: Buttons

    /// Does what its button says: notes that, and fails where it is to.
    private func action(_ key: String, _ bench: Bench, failing: String? = nil) -> NotificationAction {
        NotificationAction(key, label: "Do \(key)") { [path = bench.path] in
            close(open("\(path)/did-\(key)", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
            return failing
        }
    }

    /// A notify-send that knows buttons, and presses the one whose number stands in `press`.
    private var pressing: String { "[ \"$1\" = --help ] && { echo '  -A, --action=[NAME=]Text...'; exit; }; \(recording); cat $bench/press 2> /dev/null; exit 0" }

    @Test func `a button does what it says, and says why where it cannot`() throws {
        let bench = try Bench()
        try bench.program("notify-send", pressing)
        try bench.file("press", "1\n")
        let notifier = notifier(bench)
        notifier.notify(summary: "s", body: "b", actions: [action("one", bench), action("two", bench, failing: "no way")])
        try bench.wait("it failed, and that was told", until: { bench.text("calls")?.contains("[no way]") == true && notifier.isIdle && notifier.isUnasked })
        #expect(!bench.exists("did-one") && bench.exists("did-two"))
        #expect(Array(bench.lines("calls").prefix(6)) == ["[--app-name=shed]", "[--action=0=Do one]", "[--action=1=Do two]", "[--]", "[s]", "[b]"])
    }

    @Test(arguments: ["", "2\n", "-1\n", "x\n", "9999999999999999999999\n"]) func `what is no button does nothing`(pressed: String) throws {
        let bench = try Bench()
        try bench.program("notify-send", pressing)
        try bench.file("press", pressed)
        let notifier = notifier(bench)
        notifier.notify(summary: "s", body: "b", actions: [action("one", bench), action("two", bench)])
        try bench.wait("it is gone", until: { notifier.isIdle && notifier.isUnasked })
        #expect(!bench.exists("did-one") && !bench.exists("did-two"))
        #expect(notifier.lastOutcome == .shown)
    }

    @Test func `a notify-send that knows no buttons shows the rest`() throws {
        let bench = try Bench()
        try bench.program("notify-send", "case $1 in --action*) exit 1;; esac; " + recording)
        let notifier = notifier(bench)
        notifier.notify(summary: "s", body: "b", actions: [action("one", bench)])
        try bench.wait("it was shown", until: { notifier.isIdle })
        #expect(notifier.lastOutcome == .shown)
        #expect(bench.lines("calls").suffix(6) == ["[--app-name=shed]", "[--]", "[s]", "[b]", "end", ""])
    }

    @Test func `where it cannot be shown with buttons it is shown without`() throws {
        let bench = try Bench()
        try bench.program("notify-send", "[ \"$1\" = --help ] && { echo --action; exit; }; exit 1")
        try bench.program("gdbus", recording)
        let notifier = notifier(bench)
        notifier.notify(summary: "s", body: "b", actions: [action("one", bench)])
        try bench.wait("it was shown", until: { bench.lines("calls").contains("end") && notifier.isIdle && notifier.isUnasked })
        #expect(notifier.lastOutcome == .shown)
    }

    @Test func `four wait for a button at most, and the others are shown without`() throws {
        let bench = try Bench()
        try bench.program("notify-send", "[ \"$1\" = --help ] && { echo --action; exit; }; \(recording); case $2 in --action*) read line < $bench/gate;; esac")
        mkfifo(bench.path + "/gate", 0o600)
        let gate = open(bench.path + "/gate", O_RDWR | O_CLOEXEC)
        defer { close(gate) }
        let notifier = notifier(bench)
        for number in 1...6 {
            notifier.notify(summary: "\(number)", body: "b", actions: [action("one", bench)])
            try bench.wait("it was shown", until: { notifier.isIdle && bench.lines("calls").filter { $0 == "end" }.count == number })
        }
        #expect(bench.lines("calls").filter { $0.hasPrefix("[--action") }.count == 4)
        _ = write(gate, "\n\n\n\n", 4)
        try bench.wait("all are gone", until: { notifier.isUnasked })
    }

    @Test func `several in one keep the buttons that they share`() throws {
        let bench = try Bench()
        var pending = PendingNotification(summary: "a", body: "b", actions: [action("one", bench), action("two", bench)])
        pending.merge(PendingNotification(summary: "c", body: "d", actions: [action("two", bench), action("three", bench)]))
        #expect(pending.actions.map(\.key) == ["two"])
    }

    @Test func `a body of many lines never grows beyond its limit`() {
        for count in [1, 2, 5, 10, 11, 1_000] {
            for length in [0, 1, 20, 169, 170, 171, 200, 201, 1_000] {
                var pending = PendingNotification(summary: "s", body: String(repeating: "a", count: length))
                for number in 1..<max(count, 2) where count > 1 {
                    pending.merge(PendingNotification(summary: "s\(number)", body: String(repeating: "b", count: length)))
                }
                #expect(pending.body.unicodeScalars.count <= PendingNotification.longest, "\(count) of \(length)")
            }
        }
    }

    // MARK: A real bus

    private static let hasBus: Bool = {
        let programs = ["/usr/bin/dbus-run-session", "/usr/bin/gdbus", "/usr/bin/python3"]
        guard programs.allSatisfy({ access($0, X_OK) == 0 }) else { return false }
        let ending = try? ChildProcess.run("/usr/bin/python3", ["-c", "from gi.repository import Gio"], environment: [:], milliseconds: 60_000)
        return ending?.code == 0
    }()

    /// A notification server that writes what it is told to `calls`, as JSON. It has all methods of the specification: some
    /// programs first ask who it is.
    private let server = """
        import json, os, sys
        from gi.repository import Gio, GLib
        bench = sys.argv[1]
        def method(name, given, taken):
            kinds = [(kind, "in") for kind in given] + [(kind, "out") for kind in taken]
            return '<method name="%s">%s</method>' % (name, "".join('<arg type="%s" direction="%s"/>' % kind for kind in kinds))
        methods = [
            ("Notify", ["s", "u", "s", "s", "s", "as", "a{sv}", "i"], ["u"]), ("CloseNotification", ["u"], []),
            ("GetCapabilities", [], ["as"]), ("GetServerInformation", [], ["s", "s", "s", "s"])]
        answers = {
            "Notify": ("(u)", (1,)), "CloseNotification": ("()", ()), "GetCapabilities": ("(as)", (["body", "actions"],)),
            "GetServerInformation": ("(ssss)", ("bench", "shed", "1", "1.2"))}
        node = Gio.DBusNodeInfo.new_for_xml('<node><interface name="org.freedesktop.Notifications">%s</interface></node>'
            % "".join(method(*each) for each in methods))
        def called(connection, sender, path, interface, name, values, invocation):
            values = values.unpack()
            if name == "Notify":
                with open(bench + "/calls", "a") as file: file.write(json.dumps([values[0], values[3], values[4]]) + "\\n")
            invocation.return_value(GLib.Variant(*answers[name]))
            # Somebody presses the button that bears the summary.
            for key, label in zip(values[5][::2], values[5][1::2]) if name == "Notify" else []:
                if label != values[3]: continue
                tell = lambda signal, values: connection.emit_signal(None, path, interface, signal, GLib.Variant("(u" + values[0] + ")", (1, values[1])))
                tell("ActionInvoked", ("s", key))
                tell("NotificationClosed", ("u", 2))
        def connected(connection, name):
            connection.register_object("/org/freedesktop/Notifications", node.interfaces[0], called, None, None)
        def named(connection, name):
            with open(bench + "/new", "w") as file: file.write(os.environ["DBUS_SESSION_BUS_ADDRESS"])
            os.rename(bench + "/new", bench + "/address")
        Gio.bus_own_name(Gio.BusType.SESSION, "org.freedesktop.Notifications", Gio.BusNameOwnerFlags.NONE, connected, named, None)
        GLib.MainLoop().run()
        """

    @Test(
        .enabled(if: hasBus, "needs dbus-run-session, gdbus and Python's gi (Debian: dbus, libglib2.0-bin, python3-gi)"),
        // notify-send (Debian: libnotify-bin) is the more usual way, and may be missing.
        arguments: ["gdbus", "notify-send"].filter { access("/usr/bin/" + $0, X_OK) == 0 })
    func `a notification server is told the texts as they are`(program: String) throws {
        let bench = try Bench()
        symlink("/usr/bin/" + program, bench.programs + "/" + program)
        let bus = try serve(bench)
        defer { bus.end() }
        let notifier = DesktopNotifier(environment: bus.environment)
        let texts = [("shed: Poems", "Draft/Love → Rejected/Love"), ("--help", "it's \"<b>\" & 'x' \\n \\101 {} @as %s"), ("uint32 5", "-1"), ("詩", "")]
        for (summary, body) in texts {
            notifier.notify(summary: summary, body: body)
            try bench.wait("it was shown", until: { notifier.isIdle })
            #expect(notifier.lastOutcome == .shown)
        }
        let calls = try bench.lines("calls").dropLast().map { try JSONParser.parse(Array($0.utf8)) }
        #expect(calls == texts.map { ["shed", .string($0.0), .string(NotificationText.withoutMarkup($0.1))] })
    }

    /// A session bus with the notification server.
    private struct Bus {
        var process: ChildProcess
        var environment: [String: String]

        func end() {
            kill(-process.id, SIGKILL)
            _ = process.finish(milliseconds: 60_000)
        }
    }

    private func serve(_ bench: Bench) throws -> Bus {
        try bench.file("server.py", server)
        let process = try ChildProcess.start(
            "/usr/bin/dbus-run-session", ["--", "/usr/bin/python3", bench.path + "/server.py", bench.path],
            environment: ["HOME": bench.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
        var bus = Bus(process: process, environment: bench.environment)
        do { try bench.wait("the server has its name", until: { bench.exists("address") }) } catch {
            bus.end()
            throw error
        }
        bus.environment["DBUS_SESSION_BUS_ADDRESS"] = bench.text("address")
        bus.environment["LC_ALL"] = "C.UTF-8"
        return bus
    }

    @Test(.enabled(if: hasBus && access("/usr/bin/notify-send", X_OK) == 0, "needs also notify-send (Debian: libnotify-bin)"))
    func `a button that is pressed on the desktop does what it says`() throws {
        let bench = try Bench()
        symlink("/usr/bin/notify-send", bench.programs + "/notify-send")
        let bus = try serve(bench)
        defer { bus.end() }
        let notifier = DesktopNotifier(environment: bus.environment)
        notifier.notify(summary: "Do two", body: "b", actions: [action("one", bench), action("two", bench)])
        try bench.wait("the button was pressed", until: { notifier.isIdle && notifier.isUnasked })
        #expect(bench.exists("did-two") && !bench.exists("did-one"))
    }
}

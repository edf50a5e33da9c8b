import Glibc
import Logging
import ShedModel
import ShedProject
import ShedRules
import ShedTestSchedule
import ShedThreads
import Testing

@testable import ShedDaemon
@testable import ShedReconcile

@Suite("The daemon's log", .waitsForPrograms)
struct DaemonLogTests {
    /// What was written, line by line.
    final class Paper: Sendable {
        let lines = Lock<[String]>([])

        var text: [String] { lines.withLock { $0 } }
    }

    private func log(_ form: LogForm = .journal, _ verbosity: DaemonLog.Verbosity = .verbose) -> (DaemonLog, Paper) {
        let paper = Paper()
        let handler = LineLogHandler(form, level: verbosity.level, now: { 1_700_000_000_123 }) { bytes in
            paper.lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
        }
        return (DaemonLog(handler), paper)
    }

    private let root = Array("/home/ada/My Poems".utf8)

    @Test func `each event has its level`() throws {
        let (log, paper) = log()
        var outcome = Outcome()
        outcome.changes = [Change(.added, id: nil, path: "a", type: .file), Change(.added, id: nil, path: "b", type: .file)]
        outcome.failures = [("Draft/x", .verbatim("no room"))]
        log.tell(.watching(root: root))
        log.tell(.reconciled(root: root, outcome))
        log.tell(.waiting(root: root, [Report(rule: CarrierArrival.info, path: "x", id: nil, message: "It waits.")]))
        log.tell(.failed(root: root, ShedError(.environment, "the disk is full")))
        log.tell(.offline(root: root, "is gone"))
        log.tell(.overflowed(root: root))
        log.tell(.stopped)
        let project = #"project="/home/ada/My Poems""#
        #expect(paper.text == [
            "<6>watching \(project)\n", "<6>reconciled added=2 \(project)\n",
            "<3>could not be moved error=\"no room\" path=Draft/x \(project)\n",
            "<7>waiting path=x \(project) rule=carrier-arrival why=\"It waits.\"\n", "<3>failed error=\"the disk is full\" \(project)\n",
            "<4>the project is gone; nothing is judged until it is back \(project)\n",
            "<4>the kernel's queue overflowed; everything is looked at \(project)\n", "<6>stopped\n",
        ])
    }

    @Test(arguments: [(DaemonLog.Verbosity.quiet, 1), (.normal, 2), (.verbose, 3)])
    func `quiet and verbose say from which level on`(verbosity: DaemonLog.Verbosity, count: Int) {
        let (log, paper) = log(.plain, verbosity)
        log.record(.debug, "a")
        log.record(.info, "b")
        log.record(.warning, "c")
        #expect(paper.text.count == count)
        #expect(paper.text.last == "2023-11-14T22:13:20.123Z warning c\n")
    }

    @Test func `whatever a name holds, a record stays one line that can be taken apart`() {
        let (log, paper) = log()
        let hostile = "a\n<0>b\u{1b}[31m \"c\" \\ d=e\u{202e}\u{2028}"
        log.record(.info, "note\nit", root: nil, ["k y\n": hostile, "empty": "", "plain": "Draft/ö.txt"])
        let line = paper.text[0]
        #expect(line.unicodeScalars.filter(EscapedText.isUnsafe) == ["\n"])
        #expect(line.hasPrefix("<6>note\\nit empty=\"\" k_y_=\"a\\\\n<0>b\\\\u{1b}[31m \\\"c\\\" "))
        #expect(line.hasSuffix(" plain=Draft/ö.txt\n"))
        log.record(.info, "long", root: nil, ["value": String(repeating: "x", count: 1 << 20)])
        #expect(paper.text[1].utf8.count < 2_000)
    }

    @Test func `the journal is known by its stream and not by the variable alone`() throws {
        var status = stat()
        let pipe = try #require(fopen("/dev/null", "we"))
        defer { fclose(pipe) }
        fstat(fileno(pipe), &status)
        let stream = "\(status.st_dev):\(status.st_ino)"
        #expect(LogForm.of(fileno(pipe), environment: ["JOURNAL_STREAM": stream]) == .journal)
        #expect(LogForm.of(fileno(pipe), environment: ["JOURNAL_STREAM": "1:2"]) == .plain)
        #expect(LogForm.of(fileno(pipe), environment: ["JOURNAL_STREAM": "x"]) == .plain)
        #expect(LogForm.of(fileno(pipe), environment: [:]) == .plain)
    }
}

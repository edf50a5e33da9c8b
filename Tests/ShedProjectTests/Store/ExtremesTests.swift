import ShedModel
import ShedProjectTestSupport
import ShedSidecar
import ShedTestSupport
import Testing

@testable import ShedProject

/// Values that no shed writes, in a project's sidecar and in the files that this machine keeps of it.
@Suite struct ExtremesTests {
    private static let id: JSONValue = "01901234-5678-7abc-8def-0123456789ab"
    private static let identity: JSONValue = ["1", "2", 3]

    @Test func `a batch of them is taken in, and the project shown, counted and taken in again`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo one > Draft/a.txt; mkdir Collections/Book; echo two > Collections/Book/b.txt")
        try project.sync()
        let ids = try ["Draft/a.txt", "Collections/Book", "Collections/Book/b.txt"].map { try #require(try project.id($0.path)) }
        let content: JSONObject = ["sha256": .string(String(repeating: "0", count: 64)), "since": 0, "size": 1]
        let rejection: JSONObject = ["folder": Self.id, "known": true, "origin": ["Draft", "a.txt"], "rule": "root-file", "time": 0]
        var values: [(String, JSONValue)] = []
        for name in ["created", "unexplained", "forgotten", "accepts", "details", "exception", "order", "number"] { values += Extremes.values.map { (name, $0) } }
        values += Extremes.objects(like: content).map { ("content", $0) }
        values += Extremes.objects(like: rejection).map { ("rejection", $0) }
        var operations: [StampedOperation] = []
        for (position, (name, value)) in values.enumerated() {
            let stamp = Stamp(time: UInt64(position + 1) << (position % 48), replica: ReplicaID(rawValue: 5))
            let new = NodeID(high: 7, low: UInt64(position))
            let place = Place(parent: project.home.id, name: Name("n\(position)"))
            operations.append(StampedOperation(stamp, Operation(new, [.type(position % 2 == 0 ? .file : .folder), .place(place), .other(name, value)])))
            operations.append(StampedOperation(stamp, Operation(ids[position % 3], [.other(name, value)])))
        }
        let header = Batch.Header(project: project.home.id, replica: ReplicaID(rawValue: 5), sequence: 1, parents: [])
        try project.home.sidecar.write(BatchEncoder.encode(header, operations))
        for _ in 0..<2 {
            try project.sync(.init(overridesWaiting: true))
            let status = try project.settledStatus(all: true)
            #expect(status.missing.count > 100)
            #expect(try project.statistics().counts.count > 0)
            #expect(try shelf.reopen(project).load().model.nodes == project.load().model.nodes)
        }
    }

    @Test func `lines of the journals are read or passed over`() {
        let staged: JSONObject = [
            "name": "YQ==", "target": "YQ==", "file": Self.identity, "written-size": 1, "written": 1, "replaced": Self.identity, "size": 1, "modified": 1, "rejecting": "a",
        ]
        for json in Extremes.objects(like: staged) { if let entry = StagedEntry(json) { _ = (entry.json, entry.isUntouched(entry.replaced)) } }
        for part in Extremes.values { #expect(FileIdentity(["1", "2", part]).map { Nanoseconds.range.contains($0.birth) } ?? true) }
        let history: JSONObject = ["time": 1, "event": "moved", "by": "mv", "path": "a", "pathHex": "61", "counts": ["a": 1], "words": ["says": "a", "with": [1]]]
        for json in Extremes.objects(like: history) { if let entry = HistoryEntry(line: json.compact) { #expect(!entry.line.isEmpty) } }
        let steps: [JSONObject] = [
            ["do": "move", "id": Self.id, "folder": Self.id, "file": Self.identity, "sketch": "Ag==", "from": "YQ==", "to": "Yg=="],
            ["do": "rename", "path": "YQ==", "folder": Self.id, "names": [[Self.id, "YQ==", "Yg=="]]],
            ["do": "make", "path": "YQ==", "time": 1, "directory": true, "file": Self.identity, "written": [1, 2]],
            ["do": "replace", "path": "YQ==", "old": Self.identity, "new": Self.identity, "mode": 1, "part": [1, 2], "written": [1, 2], "parts": ["a"], "hash": "00"],
            ["do": "set", "before": ["id": Self.id, "set": ["created": 1]], "after": ["id": Self.id, "set": ["created": 2]]],
            ["do": "sidecar", "folder": "a", "name": "b", "before": "YQ==", "after": "YQ=="], ["do": "final", "reason": "a"],
        ]
        let lines = steps.flatMap(Extremes.objects)
        for json in lines { if let step = UndoStep(json) { #expect(UndoStep(step.json) != nil) } }
        let heads: [JSONObject] = [
            ["format": 1, "time": 1, "by": "mv", "user": 0, "undoes": 1], ["do": "end", "left": [1, 2]], ["do": "drop", "lines": [0, 1]], ["do": "resume", "time": 1],
        ]
        let all = heads.flatMap(Extremes.objects).map { $0.compact[...] }
        for head in all { _ = UndoEntry(number: 1, lines: [head] + all) }
    }

    @Test func `what this machine keeps of a project is read or made anew`() {
        let record: JSONObject = [
            "birth": 1, "device": "1", "format": 1, "inode": "2", "machine": "m", "project": Self.id, "replica": "00000000000000ff", "root": "2f61", "kind": "poetry",
        ]
        for json in Extremes.objects(like: record) {
            guard let read = ProjectRecord(bytes: json.pretty) else { continue }
            #expect(Nanoseconds.range.contains(read.identity.birth))
        }
    }

    @Test func `settings are within bounds, or an error that names the line`() throws {
        let numbers = Extremes.integers.map { "\($0)" } + ["1e308", "-1e308", "inf", "-inf", "nan", "5e-324", "\"1e400 s\"", "\"99999999999999999999 d\"", "\"-1 s\"", "\"NaN\"", "[]", "{}"]
        for key in ["quiet", "grace", "return", "bulk"] {
            for number in numbers {
                do throws(ShedError) {
                    let (settings, _) = try SettingsFile.parse(Array("\(key) = \(number)\n".utf8), KindModules([]))
                    #expect([settings.quiet, settings.grace, settings.return].allSatisfy { (0...3_650 * 86_400_000).contains($0) } && (0...1_000_000).contains(settings.bulk))
                } catch { #expect(error.line == 1) }
            }
        }
    }
}

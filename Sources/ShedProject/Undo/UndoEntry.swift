import Glibc
import ShedModel

/// What was done to a project in one go, by a verb or by shed itself, with what takes it back.
public struct UndoEntry: Sendable {
    public let number: Int
    /// When it began, in milliseconds since 1970.
    public let time: Int64
    /// Who did it: `daemon`, or a verb's name.
    public let actor: String
    /// The number of the entry that this one takes back.
    public let undoes: Int?
    /// The user who did it.
    let user: UInt32
    /// For one that takes another one back: whether it came to its end.
    let isFinished: Bool
    /// In the order in which they were done.
    let steps: [UndoStep]

    /// Who writes down what the daemon does by itself.
    static let daemon = "daemon"

    /// Whether it is of a verb of this user's.
    public var isOwn: Bool { actor != UndoEntry.daemon && user == geteuid() }

    /// Whether it takes another one back and was interrupted.
    public var isInterrupted: Bool { undoes != nil && !isFinished }

    /// Why it cannot be taken back: a sentence without a full stop; `nil` if it can.
    public var obstacle: String? {
        for case .final(let reason) in steps { return reason }
        return nil
    }
}

// MARK: - Reading

extension UndoEntry {
    /// Reads an entry's file; `nil` where it has no whole first line. What is torn, or no shed has written, is passed over.
    init?(number: Int, lines: [ArraySlice<UInt8>]) {
        var lines = lines.makeIterator()
        guard let head = lines.next().flatMap({ try? JSONParser.parse(Array($0)) }), head["format"]?.integer == 1,
            let time = head["time"]?.integer, let actor = head["by"]?.string, let user = head["user"]?.integer.flatMap({ UInt32(exactly: $0) })
        else { return nil }
        var steps: [UndoStep] = []
        var isFinished = false
        while let line = lines.next() {
            guard let json = try? JSONParser.parse(Array(line)) else { continue }
            if let step = UndoStep(json) { steps.append(step) } else if json["do"] == "end" { isFinished = true }
        }
        self.init(
            number: number, time: time, actor: actor, undoes: head["undoes"]?.integer.flatMap { Int(exactly: $0) }, user: user,
            isFinished: isFinished, steps: steps)
    }

    /// The first line of an entry's file.
    static func head(at time: Int64, by actor: String, undoes: Int?) -> JSONValue {
        var head: JSONObject = ["format": 1, "time": .integer(time), "by": .string(actor), "user": .integer(Int64(geteuid()))]
        head["undoes"] = undoes.map { .integer(Int64($0)) }
        return .object(head)
    }

    static let end: JSONValue = ["do": "end"]
}

// MARK: - Saying

extension UndoEntry {
    /// What was done, in a few words that follow a verb's name: “moved Draft/a.txt to Ready/a.txt”.
    /// - Parameter place: how a path is shown.
    public func summary(_ place: (RelativePath) -> String = { "\($0)" }) -> String {
        var parts: [String] = []
        var (moves, made, replaced): ([UndoStep.Move], [RelativePath], [RelativePath]) = ([], [], [])
        var renamed: [(from: RelativePath, to: Name)] = []
        var changed: Set<NodeID> = []
        for step in steps {
            switch step {
            case .moved(let move): moves.append(move)
            case .renamed(let renames): renamed += renames.changes.map { (renames.path.appending($0.from), $0.to) }
            case .made(let thing): if made.last != thing.path { made.append(thing.path) }
            case .replaced(let file): replaced.append(file.path)
            case .sidecar(let change): replaced.append(change.file.path)
            case .set(_, let after): changed.insert(after.id)
            case .removed(let path, _): parts.append("removed the empty folder \(place(path))")
            case .final(let reason): return reason
            }
        }
        if let move = moves.first { parts.insert(moves.count == 1 ? "moved \(place(move.from)) to \(place(move.to))" : "moved \(UndoEntry.count(moves.count, place(move.from)))", at: 0) }
        if let first = renamed.first { parts.append(renamed.count == 1 ? "renamed \(place(first.from)) to \(first.to)" : "renamed \(UndoEntry.count(renamed.count, place(first.from)))") }
        if let path = made.first { parts.append(made.count == 1 ? "made \(place(path))" : "made \(UndoEntry.count(made.count, place(path)))") }
        if let path = replaced.first { parts.append(replaced.count == 1 ? "rewrote \(place(path))" : "rewrote \(UndoEntry.count(replaced.count, place(path)))") }
        if !changed.isEmpty, parts.isEmpty { parts.append(fieldSummary(changed.count)) }
        if parts.count > 3 { parts = parts.prefix(3) + ["and more"] }
        return parts.isEmpty ? "did nothing that is left" : parts.joined(separator: ", ")
    }

    private static func count(_ count: Int, _ first: String) -> String { "\(count) things, \(first) the first" }

    private func fieldSummary(_ count: Int) -> String {
        var names: Set<String> = []
        for case .set(_, let after) in steps {
            for field in after.set {
                if after.label != nil {
                    names.insert("the names or options of tags and variables")
                } else {
                    switch field {
                    case .tag: names.insert("tags")
                    case .value: names.insert("values")
                    case .accepts: names.insert("what a folder accepts")
                    case .exception, .unexplained: names.insert("what may stay where it is")
                    case .note: names.insert("the project's details")
                    case .forgotten: names.insert("what was given up")
                    default: names.insert("what is known")
                    }
                }
            }
        }
        return "changed " + names.sorted().joined(separator: ", ") + (count > 1 ? " (\(count) things)" : "")
    }
}

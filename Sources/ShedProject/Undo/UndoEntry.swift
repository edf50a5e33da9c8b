import Glibc
import ShedMessages
import ShedModel

/// What was done to a project in one go, by a verb or by shed itself, with what takes it back.
public struct UndoEntry: Sendable {
    public let number: Int
    /// When it began, in milliseconds since 1970.
    public let time: Int64
    /// When it was gone on with, where it was interrupted, in milliseconds since 1970.
    public let resumed: Int64?
    /// Who did it: `daemon`, or a verb's name.
    public let actor: String
    /// The number of the entry that this one takes back.
    public let undoes: Int?
    /// The user who did it.
    let user: UInt32
    /// Whether it takes another one back that was interrupted, and nobody asked for that.
    public let isAutomatic: Bool
    /// For one that takes another one back: whether it came to its end.
    let isFinished: Bool
    /// For one that takes another one back: the positions of that one's steps that it did not take back.
    let left: Set<Int>
    /// In the order in which they were done.
    var steps: [UndoStep]
    /// Whether it has lines of which this shed cannot tell what they say: torn ones, or a later shed's.
    let hasUnknownLines: Bool
    /// What was made, written or set by it, in the words of who did it; empty where the steps tell it.
    let words: [Message]
    /// What a person named first of several things, by the folders of which they are guests; of what is moved without one.
    let first: [NodeID?: NodeID]

    /// Who writes down what the daemon does by itself.
    static let daemon = "daemon"

    /// Whether it is of a verb of this user's.
    public var isOwn: Bool { actor != UndoEntry.daemon && user == geteuid() }

    /// Whether it takes another one back and was interrupted.
    public var isInterrupted: Bool { undoes != nil && !isFinished }

    /// Whether it takes another one back in part.
    public var isPartial: Bool { !left.isEmpty }

    /// Whether an `undo` without a number passes over it and what it takes back: nothing of both stands.
    var isPassedOver: Bool { isVoid || isAutomatic && isFinished }

    /// Whether it was begun, and ended before anything was done: a step is written down before it is done. Or it only keeps what files held elsewhere.
    var isEmpty: Bool { undoes == nil && steps.allSatisfy(\.isNothingDone) && !hasUnknownLines }

    /// Whether it made files or folders.
    var hasMade: Bool { steps.contains { if case .made = $0 { true } else { false } } }

    /// The files that get their former content back with it.
    var replacements: [UndoStep.Replacement] {
        steps.compactMap { step in if case .replaced(let file) = step, file.contents != nil { file } else { nil } }
    }

    /// Whether there are such files.
    public var rewritesFiles: Bool { !replacements.isEmpty }

    /// Whether it was to take another one back, and there was nothing to be done.
    public var isVoid: Bool { undoes != nil && isFinished && steps.isEmpty && left.isEmpty }

    /// Why it cannot be taken back: a clause without a full stop, safe to show; `nil` if it can. What an earlier shed wrote down is
    /// in English.
    public var obstacle: Message? {
        let words = finalDeeds.map { $0.words?.asShown ?? .verbatim(EscapedText.escape(Array($0.reason.utf8))) }
        return words.isEmpty ? nil : .list(UndoEntry.shortened(words))
    }

    /// The same in English, as it was written down.
    public var reason: String? {
        let reasons = finalDeeds.map(\.reason)
        return reasons.isEmpty ? nil : Message.list(reasons.map(Message.verbatim)).english
    }

    /// What cannot be taken back, each thing once.
    private var finalDeeds: [UndoStep.Final] {
        var known: Set<UndoStep.Final> = []
        return steps.compactMap { step in
            if case .final(let deed) = step, known.insert(deed).inserted { deed } else { nil }
        }
    }

    /// What was done, with the end left out where that is much.
    private static func shortened(_ parts: [Message]) -> [Message] { parts.count > 3 ? parts.prefix(3) + [.andMoreWasDone] : parts }
}

// MARK: - Reading

extension UndoEntry {
    /// Reads an entry's file; `nil` where it has no whole first line. What is torn, or no shed has written, is passed over.
    init?(number: Int, lines: [ArraySlice<UInt8>]) {
        guard let head = lines.first.flatMap({ try? JSONParser.parse(Array($0)) }), head["format"]?.integer == 1,
            let time = head["time"]?.time, let actor = head["by"]?.string, let user = head["user"]?.integer.flatMap({ UInt32(exactly: $0) })
        else { return nil }
        var steps: [(line: Int, step: UndoStep)] = []
        var (isFinished, hasUnknownLines) = (false, false)
        var resumed: Int64?
        var left: Set<Int> = []
        // The first line below the one that says who writes.
        var first = 1
        var notDone: Set<Int> = []
        var placed: [FileIdentity: Int64] = [:]
        var aside: [FileIdentity: RelativePath] = [:]
        var named: [NodeID?: NodeID] = [:]
        var words: [(line: Int, count: Int, words: Message)] = []
        for (number, line) in lines.enumerated().dropFirst() {
            guard let json = try? JSONParser.parse(Array(line)) else {
                hasUnknownLines = true
                continue
            }
            switch json["do"]?.string {
            case "end":
                isFinished = true
                left = Set((json["left"]?.array ?? []).compactMap { $0.integer.flatMap { Int(exactly: $0) } })
            case "resume":
                resumed = json["time"]?.time
                first = number + 1
            case "drop":
                for case .integer(let line) in json["lines"]?.array ?? [] where line >= 0 && line < lines.count { notDone.insert(first + Int(line)) }
            case "placed": placed.merge(PlacedFile.all(json), uniquingKeysWith: { $1 })
            case "first": if let first = FirstNamed(json), named[first.folder] == nil { named[first.folder] = first.thing }
            case "aside": aside.merge(PutAsideFile.all(json), uniquingKeysWith: { $1 })
            case "say":
                guard words.count < UndoEntry.mostWords, let count = json["steps"]?.integer, (1...Int64(lines.count)).contains(count) else { continue }
                if let said = json["words"].flatMap(Message.init)?.asShown { words.append((number, Int(count), said)) }
            default: if let step = UndoStep(json) { steps.append((number, step)) } else { hasUnknownLines = true }
            }
        }
        self.init(
            number: number, time: time, resumed: resumed, actor: actor, undoes: head["undoes"]?.integer.flatMap { Int(exactly: $0) }, user: user,
            isAutomatic: head["automatic"]?.bool ?? false, isFinished: isFinished, left: left,
            steps: steps.filter { !notDone.contains($0.line) }.map { $0.step.placed(placed).putAside(aside) }, hasUnknownLines: hasUnknownLines,
            words: words.filter { said in
                // What was not done after all is not told.
                (said.line + 1..<min(said.line + 1 + said.count, lines.count)).contains { !notDone.contains($0) }
            }.map(\.words), first: named)
    }

    /// The first line of an entry's file.
    static func head(at time: Int64, by actor: String, undoes: Int?, isAutomatic: Bool = false) -> JSONValue {
        var head: JSONObject = ["format": 1, "time": .integer(time), "by": .string(actor), "user": .integer(Int64(geteuid()))]
        head["undoes"] = undoes.map { .integer(Int64($0)) }
        if isAutomatic { head["automatic"] = true }
        return .object(head)
    }

    /// Of more words than this the others are not told.
    private static let mostWords = 4

    /// Says what is done by the steps that follow.
    /// - Parameter count: of these steps.
    static func saying(_ words: Message, of count: Int) -> JSONValue { ["do": "say", "steps": .integer(Int64(count)), "words": words.json] }

    /// Says that what was interrupted is gone on with.
    static func goingOn(at time: Int64) -> JSONValue { ["do": "resume", "time": .integer(time)] }

    /// Says that steps which were written down were not done.
    /// - Parameter lines: theirs, from 0, below the line that says who writes.
    static func notDone(_ lines: Set<Int>) -> JSONValue { ["do": "drop", "lines": .array(lines.sorted().map { .integer(Int64($0)) })] }

    /// Whether a line is neither a step nor anything that is counted from one.
    static func isAboutLines(_ line: ArraySlice<UInt8>) -> Bool { ["drop", "resume"].contains { line.starts(with: "{\"do\":\"\($0)\"".utf8) } }

    /// Whether a line is a step that may keep what a file held.
    static func keepsContents(_ line: ArraySlice<UInt8>) -> Bool { ["replace", "kept"].contains { line.starts(with: "{\"do\":\"\($0)\"".utf8) } }

    /// - Parameter left: the positions of the steps that it did not take back.
    static func end(left: Set<Int>) -> JSONValue {
        var end: JSONObject = ["do": "end"]
        if !left.isEmpty { end["left"] = .array(left.sorted().map { .integer(Int64($0)) }) }
        return .object(end)
    }
}

// MARK: - Saying

extension UndoEntry {
    /// What was done, in a few words that follow a verb's name: “moved Draft/a.txt to Ready/a.txt”.
    /// - Parameters:
    ///   - place: how a path is shown.
    ///   - model: what is known now, for where things are and what labels are called.
    public func summary(_ place: (RelativePath) -> String = { "\($0)" }, in model: Model) -> Message {
        if let obstacle { return obstacle }
        var parts: [Message] = []
        var (moves, made, replaced): ([UndoStep.Move], [RelativePath], [RelativePath]) = ([], [], [])
        var renamed: [(from: RelativePath, to: Name)] = []
        var members: [String] = []
        var aside: [UndoStep.Replacement] = []
        for step in steps {
            switch step {
            case .moved(let move): moves.append(move)
            case .renamed(let renames): renamed += renames.changes.map { (renames.path.appending($0.from), $0.to) }
            case .made(let thing): if made.last != thing.path { made.append(thing.path) }
            case .replaced(let file):
                replaced.append(file.path)
                members += file.parts
                if file.isRejected { aside.append(file) }
            case .sidecar(let change) where change.file.isTemplate: if words.isEmpty { parts.append(.didChangeTemplate) }
            case .sidecar(let change): replaced.append(change.file.path)
            case .removed(let path, _): parts.append(.didRemoveFolder(path: place(path)))
            case .set, .final, .kept: break
            }
        }
        if let move = moves.first(where: { $0.node != nil && $0.node == first[nil] }) ?? moves.first {
            parts.insert(.didMove(count: moves.count, from: place(move.from), to: place(move.to)), at: 0)
        }
        if let name = renamed.first { parts.append(.didRename(count: renamed.count, from: place(name.from), to: "\(name.to)")) }
        parts += words
        if words.isEmpty, let path = made.first { parts.append(.didMake(count: made.count, path: place(path))) }
        if words.isEmpty, let path = replaced.first {
            let what = Message.list(members.map { .quoted(text: EscapedText.escape(Array($0.utf8))) })
            parts.append(members.isEmpty ? .didRewrite(count: replaced.count, path: place(path)) : .didRewriteParts(count: replaced.count, path: place(path), what: what))
        }
        if let file = aside.first {
            let folder = model.roleBearers.sorted().first { model.nodes[$0]?.role == .rejected }.flatMap(model.path)
            if let to = file.rejectedTo ?? folder { parts.append(.didPutAside(count: aside.count, path: place(file.path), to: place(to))) }
        }
        // What a folder's guests are is nowhere else said.
        if parts.isEmpty || words.isEmpty { parts += changedFields(place, model, ofGuestsOnly: !parts.isEmpty) }
        return parts.isEmpty ? .didNothing : .list(UndoEntry.shortened(parts))
    }
}

import ShedDisk
import ShedIndex
import ShedMessages
import ShedModel
import ShedRules
import ShedSidecar

/// Something that a person asked for and that was not done: what, where, and what to do about it.
public struct ShedError: Error, Sendable, CustomStringConvertible {
    /// Why, which also says how a command ends.
    public enum Kind: Hashable, Sendable {
        /// The command's words are off. Exit code 2.
        case usage
        /// The machine, the disk or the project is not as it must be. Exit code 2.
        case environment
        /// A rule says no. Exit code 1.
        case refused
    }

    public var kind: Kind
    /// What happened, one sentence without a full stop at its end.
    public var words: Message
    /// What a person can do, one sentence; empty if the words say it.
    public var advice: Message
    /// The line from 1, where it is about a place in a file.
    public var line: Int?
    /// Whether it is about one file or folder that could not be changed, so that others may be all the same.
    package private(set) var isAboutOne = false
    /// Whether all of a staged change is in its place, and could only not be taken in, which the next walk does.
    package internal(set) var isInPlace = false
    /// Whether folders of a staged change stay that was taken back, with all that came in them: what was made for those is not to go.
    package internal(set) var leavesPart = false
    /// Whether nothing was done since a program had open to write to it what was to be replaced. Another try goes well once that is closed.
    package var tellsOfWriter = false
    /// Whether it comes of what passes: a full disk, or somebody who changed something at that moment.
    package internal(set) var isPassing = false
    /// What was moved before that, as it was asked for, where something failed midway.
    public internal(set) var moved: [(from: RelativePath, to: RelativePath)] = []
    /// Why the project's root is not to be judged, if that is what happened.
    package private(set) var absence: RootAbsence?
    /// The rule that says no, if one does.
    package private(set) var rule: RuleInfo?
    /// Whether it says that the project has still to be trusted on this machine.
    public internal(set) var isAboutTrust = false
    /// The path or name by which nothing is known, if that is what is the matter.
    package var unknown: [UInt8]?
    /// The ID that nothing in the project has, if that is what is the matter.
    package private(set) var unknownID: NodeID?

    public init(_ kind: Kind, _ words: Message, remedy advice: Message = .nothing) {
        self.kind = kind
        self.words = words
        self.advice = advice
    }

    /// - Parameters:
    ///   - message: a sentence that is in no catalogue.
    ///   - remedy: another.
    public init(_ kind: Kind, _ message: String, remedy: String = "") { self.init(kind, .verbatim(message), remedy: .verbatim(remedy)) }

    /// What happened, in English.
    public var message: String { words.english }

    /// What a person can do, in English.
    public var remedy: String {
        get { advice.english }
        set { advice = .verbatim(newValue) }
    }

    public var exitCode: Int32 { kind == .refused ? 1 : 2 }

    public var description: String { unsaidRemedy.isEmpty ? message : "\(message). \(unsaidRemedy)" }

    /// The description in any language.
    package var wholeWords: Message { unsaidRemedy.isEmpty ? words : .withAdvice(message: words, advice: advice) }

    /// The remedy without what the message says already. A message may hold the words of a lower room, which end with what that
    /// advises.
    public var unsaidRemedy: String { ShedError.unsaid(remedy, after: message) }

    /// The same in any language.
    package static func unsaid(_ remedy: String, after message: String) -> String {
        func plain(_ text: some StringProtocol) -> String { (text.last == "." ? String(text.dropLast()) : String(text)).lowercased() }
        let said = message.split(separator: "; ").flatMap { $0.split(separator: ". ") }.map(plain)
        return remedy.split(separator: ". ").filter { sentence in
            let sentence = plain(sentence)
            return !said.contains { $0 == sentence || $0.hasPrefix(sentence + ",") }
        }.joined(separator: ". ")
    }
}

extension ShedError {
    /// A fault of a lower room, in the words of this one.
    public init(_ error: any Error) {
        switch error {
        case let error as ShedError: self = error
        case let error as DiskError:
            self.init(.environment, error.words)
            isAboutOne = error.isFromBefore
            isPassing = error.isPassing
        case let error as SidecarError:
            if case .disk(let fault) = error {
                self.init(.environment, fault.words)
                isPassing = fault.isPassing
            } else {
                self.init(.environment, error.description)
            }
        case let error as any ShedErrorConvertible: self = error.shedError
        case let error as IndexError: self.init(.environment, error.words)
        default: self.init(.environment, "\(error)")
        }
    }

    /// A root that cannot be taken for evidence (Documentation/Design.md, invariant 6).
    package static func rootLost(_ absence: RootAbsence, _ root: [UInt8], remedy: String = "") -> ShedError {
        var error = ShedError(
            .environment, "\(EscapedText.escape(root)) \(absence); nothing was judged or forgotten", remedy: remedy)
        error.absence = absence
        return error
    }

    package static func refused(_ refusal: Refusal, _ path: RelativePath) -> ShedError {
        var refusal = refusal
        refusal.place = path
        return refused(by: refusal.rule, .about(subject: "\(path)", text: refusal.words), remedy: refusal.cure)
    }

    /// That a rule says no, with the rule's name behind the sentence.
    /// - Parameter words: with or without a full stop at their end.
    package static func refused(by rule: RuleInfo, _ words: Message, remedy: Message) -> ShedError {
        var error = ShedError(.refused, .byRule(message: words, rule: rule.name), remedy: remedy)
        error.rule = rule
        return error
    }

    /// The same in words that are in no catalogue.
    package static func refused(by rule: RuleInfo, _ message: String, remedy: String) -> ShedError {
        refused(by: rule, .verbatim(message), remedy: .verbatim(remedy))
    }

    /// The same with another clause at its end.
    func adding(_ clause: String) -> ShedError {
        var error = self
        error.words = .verbatim("\(message); \(clause)")
        return error
    }

    package static func noNode(of id: NodeID, remedy: Message) -> ShedError {
        var error = ShedError(.usage, .noNodeOfID(id: "\(id)"), remedy: remedy)
        error.unknownID = id
        return error
    }

    package static func notFound(_ path: RelativePath) -> ShedError {
        var error = ShedError(.usage, .notFound(path: "\(path)"), remedy: .treeShows)
        error.unknown = path.bytes
        return error
    }
}

extension ShedError {
    /// A text of somebody, safe to show on one line.
    package static func shown(_ text: String) -> String { EscapedText.escape(Array(text.utf8)) }

    /// Refuses a name that a person chose for something that a verb is to make or rename: one that cannot stand in a directory,
    /// that would be hidden, or that holds control characters, which nobody types on purpose. What stands on the disk under such
    /// a name is taken in all the same, and `check` names it.
    /// - Parameters:
    ///   - what: with its article: “a project”.
    ///   - former: what it is called now; where that has control characters, the new name may have them too.
    ///   - hint: said behind the remedy, with what stands between.
    public static func requireName(_ name: Name, of what: String, former: Name? = nil, kind: Kind = .usage, hint: Message = .nothing) throws(ShedError) {
        let mayBeControlled = former.map(ControlCharacter.isControlled) ?? false
        guard name.isPossible, !name.isHidden, mayBeControlled || !ControlCharacter.isControlled(name) else {
            throw ShedError(
                kind, .impossibleName(name: "\(name)", what: what), remedy: .possibleNames(hint: hint))
        }
    }
}

extension DiskError {
    /// Whether the same may go well in a while, with nothing else done about it.
    var isPassing: Bool { [.noSpace, .tooManyOpen, .changed, .beingWritten].contains(code) }
}

/// A fault of a room that this one does not know, which can say itself in the words of this one.
package protocol ShedErrorConvertible: Error {
    var shedError: ShedError { get }
}

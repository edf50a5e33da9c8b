import ShedDisk
import ShedIndex
import ShedModel
import ShedPapers
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
    public var message: String
    /// What a person can do, one sentence; empty if the message says it.
    public var remedy: String
    /// The line from 1, where it is about a place in a file.
    public var line: Int?
    /// Why the project's root is not to be judged, if that is what happened.
    var absence: Post.Absence?

    public init(_ kind: Kind, _ message: String, remedy: String = "") {
        self.kind = kind
        self.message = message
        self.remedy = remedy
    }

    public var exitCode: Int32 { kind == .refused ? 1 : 2 }

    public var description: String { remedy.isEmpty ? message : "\(message). \(remedy)" }
}

extension ShedError {
    /// A fault of a lower room, in the words of this one.
    public init(_ error: any Error) {
        switch error {
        case let error as ShedError: self = error
        case let error as DiskError: self.init(.environment, error.description)
        case let error as SidecarError: self.init(.environment, error.description)
        case let error as PapersError: self.init(error, about: nil)
        case let error as IndexError: self.init(.environment, error.description)
        default: self.init(.environment, "\(error)")
        }
    }

    /// A root that cannot be taken for evidence (DESIGN, invariant 6).
    static func rootLost(_ absence: Post.Absence, _ root: [UInt8], remedy: String = "") -> ShedError {
        var error = ShedError(
            .environment, "\(EscapedText.escape(root)) \(absence.rawValue); nothing was judged or forgotten", remedy: remedy)
        error.absence = absence
        return error
    }

    static func refused(_ refusal: Refusal, _ path: RelativePath) -> ShedError {
        refused(by: refusal.rule, "\(path): \(refusal.message)", remedy: refusal.rule.cure)
    }

    /// That a rule says no, with the rule's name behind the sentence.
    /// - Parameter message: with or without a full stop at its end.
    static func refused(by rule: RuleInfo, _ message: String, remedy: String) -> ShedError {
        ShedError(.refused, "\(message.hasSuffix(".") ? String(message.dropLast()) : message) [\(rule.name)]", remedy: remedy)
    }

    static func notFound(_ path: RelativePath) -> ShedError {
        ShedError(.usage, "\(path): there is no such file or folder in this project", remedy: "“shed tree” shows what there is")
    }
}

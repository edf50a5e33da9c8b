import ShedMessages
import ShedModel

/// A link that leads nowhere.
public struct BrokenLink: Hashable, Sendable {
    /// What is known of where it led.
    public enum Fate: Hashable, Sendable {
        /// What stood there stands elsewhere now: the link can be mended.
        case moved(RelativePath)
        /// It stands there under the same letters, made up of other scalars (Unicode's forms NFC and NFD): the link can be mended.
        case respelled(RelativePath)
        /// The same, and its form cannot name that place.
        case unwritable(RelativePath)
        /// Several things stood there, or may have been meant.
        case several([RelativePath])
        /// What stood there lies in Trash or Rejected.
        case discarded(RelativePath)
        /// Nobody knows what stood there, or it is gone.
        case gone

        /// What a link that can be mended is to lead to.
        var mended: RelativePath? {
            switch self {
            case .moved(let target), .respelled(let target): target
            case .unwritable, .several, .discarded, .gone: nil
            }
        }
    }

    /// The document that it stands in.
    public var document: RelativePath
    /// The document's; `nil` where it has none yet.
    public var id: NodeID?
    /// From 1.
    public var line: Int
    /// From 1, in bytes.
    public var column: Int
    /// The path as it is written: others' bytes.
    public var written: [UInt8]
    public var fate: Fate

    /// Whether it is known what it is to lead to.
    public var canBeMended: Bool { fate.mended != nil }

    /// As it can be shown.
    public var shown: String { EscapedText.escape(written) }
}

/// A link that a document is to have in place of another.
public struct MendedLink: Hashable, Sendable {
    public var line: Int
    public var column: Int
    /// The bytes of the path as they were.
    public var old: [UInt8]
    public var new: [UInt8]
    /// What it leads to.
    public var target: RelativePath
    /// Where the old bytes stood in the document.
    var range: Range<Int>
}

/// A document whose links were mended, or would be.
public struct MendedDocument: Hashable, Sendable {
    public var path: RelativePath
    public var id: NodeID
    public var links: [MendedLink]
}

extension BrokenLink {
    /// What is the matter: a clause.
    public var words: Message {
        switch fate {
        case .moved(let target): .linkMoved(link: shown, target: "\(target)")
        case .respelled(let target): .linkRespelled(link: shown, target: "\(target)")
        case .unwritable(let target): .linkUnwritable(link: shown, target: "\(target)")
        case .several(let targets): .linkSeveral(link: shown, targets: .list(targets.prefix(BrokenLink.mostNamed).map { "\($0)" }))
        case .discarded(let target): .linkDiscarded(link: shown, target: "\(target)")
        case .gone: .linkLeadsNowhere(link: shown)
        }
    }

    private static let mostNamed = 5

    /// The word that programs get for it.
    public var reason: String {
        switch fate {
        case .moved: "moved"
        case .respelled: "respelled"
        case .unwritable: "unwritable"
        case .several: "several"
        case .discarded: "discarded"
        case .gone: "gone"
        }
    }

    /// What it may have led to, where that stands now.
    public var targets: [RelativePath] {
        switch fate {
        case .moved(let target), .respelled(let target), .unwritable(let target), .discarded(let target): [target]
        case .several(let targets): targets
        case .gone: []
        }
    }
}

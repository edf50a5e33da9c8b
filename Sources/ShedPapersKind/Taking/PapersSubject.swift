import ShedMessages
import ShedModel
import ShedPapers

/// What pages are shown or taken from: a doc, one of its groups, or a bundle.
public enum PapersSubject: Sendable {
    case doc(PapersView.Doc)
    case group(PapersView.Group)
    case bundle(PapersView.Bundle)

    /// A page of a bundle, with what is to stand below its picture.
    struct Shown {
        var reference: PageReference
        var caption: String
    }

    public var path: RelativePath {
        switch self {
        case .doc(let doc): doc.path
        case .group(let group): group.path
        case .bundle(let bundle): bundle.path
        }
    }

    /// In their order.
    var pages: [Shown] {
        switch self {
        case .doc(let doc): doc.groups.flatMap { PapersSubject.group($0).pages }
        case .group(let group):
            group.pages.compactMap { page in
                page.reference.map { Shown(reference: $0, caption: Name(bytes: Array(page.name.parts.stem)).escaped) }
            }
        case .bundle(let bundle):
            bundle.pageCount == 0 ? [] : (1...bundle.pageCount).map { Shown(reference: PageReference(bundle: bundle.id, number: $0), caption: "p. \($0)") }
        }
    }
}

/// A page that was left out, and why.
public struct LeftPage: Hashable, Sendable {
    /// `nil` for a page of a bundle that no page shows.
    public var path: RelativePath?
    /// One sentence without a full stop.
    public var words: Message

    /// The same in English.
    public var reason: String { words.english }

    /// Some of them in a list, each with the reason.
    static func named(_ left: [LeftPage]) -> Message {
        let named = left.prefix(mostNamed).map { Message.inParentheses(text: .verbatim("\($0.path ?? .root)"), inner: $0.words) }
        return .list(left.count > mostNamed ? named + [.furtherThings(count: left.count - mostNamed)] : named)
    }

    /// How many are named one by one.
    private static let mostNamed = 10
}

import ShedModel
import ShedPapers

/// What pages are shown or taken from: a doc, one of its groups, or a bundle.
public enum PapersSubject: Sendable {
    case doc(PapersBook.Doc)
    case group(PapersBook.Group)
    case bundle(PapersBook.Bundle)

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
    public var reason: String
}

extension Project {
    /// What a word means: a doc, else a group, else a bundle. Paths with their first folder tell them apart.
    public func subject(_ word: [UInt8], in book: PapersBook) throws(ShedError) -> PapersSubject {
        if let doc = try? doc(word, in: book) { return .doc(doc) }
        if let group = group(word, in: book) { return .group(group) }
        if let bundle = try? bundle(word, in: book) { return .bundle(bundle) }
        throw Project.unknown(
            "doc, group or bundle", word, among: book.docs.map(\.name) + book.bundles.map(\.name), list: "shed tree", make: "shed bundle add FILE.pdf")
    }
}

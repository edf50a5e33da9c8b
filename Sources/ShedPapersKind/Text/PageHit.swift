import ShedModel
import ShedProject

/// A page of a bundle whose text, or an annotation on which, holds what was looked for.
public struct PageHit: ContentHit {
    /// A page that shows it.
    public struct Page: Sendable {
        public var id: NodeID
        public var path: RelativePath
    }

    public var bundle: NodeID
    /// The bundle's folder.
    public var path: RelativePath
    /// Who wrote an annotation, and of which sort it is.
    public struct Annotation: Hashable, Sendable {
        public var sort: String
        public var author: String?
    }

    /// The annotation that it was found in; `nil`: in what the page says.
    public var annotation: Annotation?
    /// Of the display variant, from 1; `nil` where the page mapping has none for it.
    public var number: Int?
    /// Of the OCR variant, from 1; `nil` where it was found in an annotation, which is on the display variant.
    public var textNumber: Int?
    /// In the order of docs, groups and pages; empty where no page shows it.
    public var pages: [Page]
    /// The part of the text around the first find, on one line, with `…` for the rest.
    public var excerpt: String
    /// Which bytes of the excerpt's UTF-8 are what was looked for.
    public var marks: [Range<Int>]
}

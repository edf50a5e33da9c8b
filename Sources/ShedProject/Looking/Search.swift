import ShedMessages
import ShedModel

/// What is looked for in a project. Everything that is set must hold.
public struct Search: Sendable {
    /// How results are sorted; equals stand in the order of their paths.
    public enum Order: String, Sendable, CaseIterable {
        /// By how well the name fits: the whole name, the name without its extension, its beginning, any part.
        case relevance
        /// By the bytes of the path's names.
        case path
        /// By name, numbers by value.
        case name
        /// Newest first.
        case modified
        /// Newest first.
        case created
        /// Largest first.
        case size
    }

    /// What the disk must say of it.
    public struct Facts: Sendable {
        public var type: NodeType?
        /// Modified after this time, in nanoseconds since 1970.
        public var newer: Int64?
        /// Modified before this time, in nanoseconds since 1970.
        public var older: Int64?
        /// Files of more than this many bytes.
        public var larger: Int64?
        /// Files of fewer than this many bytes.
        public var smaller: Int64?

        public init() {}

        /// Whether type, times and size are as asked for.
        func fit(_ found: NodeType, _ evidence: Evidence) -> Bool {
            if let type, found != type { return false }
            if let newer, evidence.modified <= newer { return false }
            if let older, evidence.modified >= older { return false }
            guard larger != nil || smaller != nil else { return true }
            return found == .file && evidence.size > larger ?? -1 && evidence.size < smaller ?? .max
        }
    }

    /// What the project must know of it.
    public struct Marks: Sendable {
        public var id: NodeID?
        /// Only the folder that has this role itself.
        public var role: Role?
        /// Only what is in a folder with this role, at any depth.
        public var roleAbove: Role?
        /// Only what stands at one of these paths.
        public var paths: Set<RelativePath>?
        /// Only what was refused and lies in Rejected.
        public var isRejected = false
        /// Words for tags (``LabelBook/tag(_:)``), all of which it must have.
        public var tags: [String] = []
        /// Words for tags none of which it may have.
        public var absentTags: [String] = []
        /// Whether it may have no tag at all.
        public var isUntagged = false
        /// What must hold of its values: `rating>=4`, `state=open`, or `rating` alone for any value.
        public var values: [String] = []

        public init() {}

        /// Whether an ID, a role or a state is asked for.
        var isAboutNode: Bool { id != nil || role != nil || roleAbove != nil || isRejected }

        /// Whether ID, role and state are as asked for; for tags and values see ``SearchLabels``.
        func fit(_ node: Node, _ model: Model) -> Bool {
            if let id, model.resolve(id) != node.id { return false }
            if let role, node.role != role { return false }
            if let roleAbove, !Marks.stands(node, below: roleAbove, model) { return false }
            return !isRejected || node.details?.rejection != nil && node.details?.origin == nil
        }

        private static func stands(_ node: Node, below role: Role, _ model: Model) -> Bool {
            var place = node.place
            // How deep it is is for batches to say, and these may lead in a circle.
            for _ in 0..<RelativePath.deepest {
                guard let parent = place.flatMap({ model.nodes[model.resolve($0.parent)] }) else { return false }
                if parent.role == role { return true }
                place = parent.place
            }
            return false
        }
    }

    /// Words that the name must hold, accents aside, as bytes; one with `*`, `?` or `[` is a glob for the whole name.
    public var words: [[UInt8]] = []
    /// Globs that the whole name must match, as bytes.
    public var globs: [[UInt8]] = []
    /// Phrases that the file's text must hold, each in one line; the ends of words do not matter.
    public var texts: [String] = []
    /// Words that the file's text must hold as words, accents aside.
    public var terms: [SearchTerm] = []
    /// Words and phrases that what the kind knows of a file must hold, whatever its name is; only where it looks into files
    /// (``ProjectKind/searchesContents``).
    public var phrases: [String] = []
    /// Only what is in this folder, at any depth.
    public var folder = RelativePath.root
    public var facts = Facts()
    public var marks = Marks()
    /// Whether to look among what is missing, instead of what is there.
    public var isMissing = false
    public var order = Order.relevance
    /// The most results.
    public var limit: Int?

    public init() {}

    /// The most words and phrases of each sort, and the most bytes of one.
    static let mostWords = 64
    static let longestWord = 1_024
    /// Larger files are not searched for text: 64 MiB, in bytes.
    public static let largestText: Int64 = 64 << 20

    /// Whether texts are looked into.
    public var isOfTexts: Bool { !texts.isEmpty || !terms.isEmpty }

    /// Whether texts that fit best come first.
    var ranksTexts: Bool { order == .relevance && words.isEmpty && !terms.isEmpty }

    /// Whether what is found stands in the order of paths.
    var isInOrderOfPaths: Bool { order == .path || order == .relevance && words.isEmpty && globs.isEmpty && terms.isEmpty }

    /// How many of the texts that fit best are asked for, where these are few: then not all need be read. Of more it is not said which lines
    /// of them are shown (``TextReading``).
    var fewBest: Int? { ranksTexts ? limit.flatMap { $0 <= Search.mostBest ? $0 : nil } : nil }
    private static let mostBest = 2_000

    /// Takes up what a person wrote of texts: what stands in double quotes is a phrase, all else are words.
    /// - Parameter isExact: whether words are phrases too.
    /// - Returns: whether there was anything.
    public mutating func addText(_ text: String, isExact: Bool) -> Bool {
        let before = texts.count + terms.count
        for (position, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            if position % 2 == 1 {
                if !part.isEmpty { texts.append(String(part)) }
            } else {
                let words = part.split(whereSeparator: \.isWhitespace).map(String.init)
                if isExact { texts += words } else { terms += words.map(SearchTerm.init(written:)) }
            }
        }
        return texts.count + terms.count > before
    }

    /// - Throws: ``ShedError`` of kind usage for what cannot be looked for.
    package func requireSense() throws(ShedError) {
        let lengths = (words + globs).map(\.count) + (texts + terms.map(\.text) + phrases + marks.tags + marks.absentTags + marks.values).map(\.utf8.count)
        guard lengths.count <= Search.mostWords, lengths.allSatisfy({ $0 <= Search.longestWord }) else {
            throw ShedError(
                .usage, .tooMuchToFind(words: Search.mostWords, bytes: Search.longestWord), remedy: .lookForFewer)
        }
        guard lengths.allSatisfy({ $0 > 0 }) else { throw ShedError(.usage, .emptyWord, remedy: .leaveItOut) }
        guard !texts.contains(where: { $0.unicodeScalars.contains { $0 == "\n" || $0 == "\r" } }) else {
            throw ShedError(.usage, .phraseOverLines, remedy: .lookForWordsAlone)
        }
        if isMissing, isOfTexts {
            throw ShedError(.usage, .noTextOfMissing, remedy: .leaveOutTextOrMissing)
        }
    }
}

/// What a search came to.
public struct SearchResult: Sendable {
    /// In the order that was asked for.
    public var hits: [SearchHit] = []
    /// What the project's kind found in what it knows of files, in its order.
    public var contents: [any ContentHit] = []
    /// Files that are larger than ``Search/largestText`` and were not searched.
    public var tooLarge: [RelativePath] = []
    /// Files that could not be read, and why.
    public var unreadable: [Message] = []
    /// How many files were not searched because they are no UTF-8 text.
    public var notText = 0
    /// Whether the index of words was damaged, and thrown away.
    public var isDamaged = false
    /// How many files' texts were read.
    var countRead = 0

    /// Adds what was found in other files, and leaves the best.
    mutating func add(_ other: SearchResult, _ few: Int) {
        hits = Array((hits + other.hits).sorted { (-$0.score, $0.view.path) < (-$1.score, $1.view.path) }.prefix(few))
        addCounts(of: other)
    }

    /// Adds what was found in files that come behind all others, as far as there is room.
    mutating func add(behind other: SearchResult, _ limit: Int) {
        hits += other.hits.prefix(limit - hits.count)
        addCounts(of: other)
    }

    private mutating func addCounts(of other: SearchResult) {
        tooLarge += other.tooLarge
        unreadable += other.unreadable
        notText += other.notText
        countRead += other.countRead
        isDamaged = isDamaged || other.isDamaged
    }
}

/// Something that was found.
public struct SearchHit: Sendable {
    public var view: NodeView
    /// Which bytes of the name are what was looked for.
    public var nameMarks: [Range<Int>]
    /// Lines of the text; empty unless text was looked for.
    public var lines: [TextHit]
    /// How well the text fits (``TextRanking``).
    var score = 0.0
}

/// A line of a text in which something was found.
public struct TextHit: Hashable, Sendable {
    /// From 1.
    public var line: Int
    /// Where the first find begins: Unicode scalar values from the line's beginning, from 1.
    public var column: Int
    /// The line without its end and without what nobody sees, soft hyphens say; of one of more than 400 bytes the part around the find, with
    /// `…` for the rest.
    public var text: String
    /// Which bytes of the text's UTF-8 are what was looked for.
    public var marks: [Range<Int>]
}

import ShedModel

/// What a project holds, counted (`stats`).
public struct Statistics: Sendable {
    /// How many there are of a sort.
    public struct Count: Hashable, Sendable {
        /// The word of `stats --json`, such as `files`.
        public var key: String
        /// For people, such as `files`.
        public var title: String
        public var number: Int

        package init(key: String, title: String, number: Int) {
            self.key = key
            self.title = title
            self.number = number
        }
    }

    /// What a kind of project counts in place of files and folders.
    public struct KindCounts: Sendable {
        package var counts: [Count]
        /// What is tagged, for people.
        package var taggedSort: String
        /// Whether a node counts as tagged or untagged.
        package var isTaggable: @Sendable (Node) -> Bool

        package init(_ counts: [Count], taggedSort: String, isTaggable: @escaping @Sendable (Node) -> Bool = { _ in true }) {
            self.counts = counts
            self.taggedSort = taggedSort
            self.isTaggable = isTaggable
        }
    }

    /// What the values of a variable are.
    public struct Values: Sendable {
        public var variable: Variable
        /// How many have a value.
        public var count: Int
        /// How often each value occurs: options in their order, integers by size. Of integers only where there are few
        /// different ones.
        public var numbers: [(value: VariableValue, number: Int)]
        /// Of integers; `nil` where there is none.
        public var mean: Double?
        public var smallest: Int64?
        public var largest: Int64?
    }

    public var kind: ForeignText
    public var counts: [Count] = []
    /// The files and folders that are nothing else, where a kind counts otherwise.
    public var plain: [Count] = []
    /// Whether these are files and folders, so that their words may be counted.
    public var countsFiles = true
    /// What ``tagged`` and ``untagged`` count, for people: a kind may have files that nobody tags.
    public var taggedSort = "files and folders"
    /// How many of these have a tag, and how many have none.
    public var tagged = 0
    public var untagged = 0
    /// How many of all that is counted have each tag, in the order of the titles.
    public var tags: [(tag: Tag, number: Int)] = []
    /// In the order of the variables' names.
    public var values: [Values] = []
    /// How many words the texts in each folder at the root hold, in the order of `ls`; `nil` where they are not counted.
    public var words: [(folder: RelativePath, number: Int)]?

    /// More different integers than this are not counted one by one.
    static let mostIntegers = 24
}

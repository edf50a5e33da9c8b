/// Tags in the order in which they are told, each once. However many there are, one more costs the same.
struct ForeignTags {
    private(set) var all: [ForeignTag]
    private var seen: Set<ForeignTag>

    init(_ tags: [ForeignTag] = []) {
        (all, seen) = ([], [])
        for tag in tags { add(tag) }
    }

    /// - Parameter tag: `nil` adds none.
    mutating func add(_ tag: ForeignTag?) { if let tag, seen.insert(tag).inserted { all.append(tag) } }
}

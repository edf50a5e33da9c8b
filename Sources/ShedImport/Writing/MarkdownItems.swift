/// Puts blocks of Markdown where they stand in lists: the first of an item behind its mark, all others indented as far as its text. Between two
/// lists of one sort that follow each other stands a comment of nothing, since they would be one list. (Other marks, as `1)` after `1.`, are
/// text to pandoc's strict Markdown, or one list all the same.)
struct MarkdownItems {
    private(set) var text = ""
    /// Where blocks stand: outside of all lists, and in each item that is open, the innermost last.
    private var places = [Place(number: nil, list: 0, indent: 0, isWritten: true)]
    private var lists: [List] = []
    private var count = 0
    /// So many blanks may still be written before lines: a few bytes in deep lists would come to many times their length.
    private var room: Int

    /// Lists within each other. Items of deeper ones stand beside those of the deepest: readers of Markdown have bounds too.
    static let deepest = 16
    /// Of an item: Markdown has numbers of nine digits.
    static let mostNumber = 0xff_ffff

    private struct List {
        var id: Int
        /// That of the next item; `nil` without numbers.
        var number: Int?
        /// How many places its items stand in.
        var depth: Int
        /// Whether it is there for an item outside of all lists.
        var isImplied: Bool
    }

    private struct Place {
        /// What the mark of the item says; `nil` without a number.
        var number: Int?
        var list: Int
        /// Of its text, in columns from the first.
        var indent: Int
        /// Whether its mark is: items without text have none.
        var isWritten = false
        var last = Last.nothing
    }

    /// What stands last in a place.
    private enum Last {
        case nothing, text
        case list(Int, isNumbered: Bool)
    }

    /// - Parameter length: of what the blocks are made of.
    init(for length: Int) { room = 8 * length + 1_000 }

    // MARK: Lists

    /// - Parameter number: of the first item; `nil`: the list has no numbers.
    mutating func beginList(from number: Int?) { begin(number, isImplied: false) }

    private mutating func begin(_ number: Int?, isImplied: Bool) {
        count += 1
        // Items of one that is too deep stand beside those of the list that it is in.
        let outer = places.count > MarkdownItems.deepest && number == nil ? lists.last.flatMap { $0.number == nil ? $0.id : nil } : nil
        lists.append(List(id: outer ?? count, number: number, depth: min(places.count, MarkdownItems.deepest), isImplied: isImplied))
    }

    mutating func endList() { if let list = lists.popLast() { close(to: list.depth) } }

    /// - Parameter number: that it has in place of the next one.
    mutating func beginItem(_ number: Int?) {
        if lists.isEmpty { begin(nil, isImplied: true) }
        let place = lists.count - 1
        close(to: lists[place].depth)
        var shown: Int?
        if let next = lists[place].number {
            let number = number ?? next
            lists[place].number = number + 1
            shown = min(max(number, 0), MarkdownItems.mostNumber)
        }
        let width = shown.map { "\($0)".utf8.count + 2 } ?? 2
        places.append(Place(number: shown, list: lists[place].id, indent: (places.last?.indent ?? 0) + width))
    }

    /// Where an item ends. It stays open until the next one begins: a list that stands between two items belongs to the first.
    mutating func endItem() { if let list = lists.last, list.isImplied { close(to: list.depth) } }

    private mutating func close(to depth: Int) { places.removeLast(max(0, places.count - depth)) }

    // MARK: Blocks

    /// A block, with a line end behind each line; none where it is empty.
    mutating func add(_ block: String) {
        guard !block.isEmpty else { return }
        let last = places.count - 1
        // Marks that are not written are those of the innermost items.
        let first = places.firstIndex { !$0.isWritten } ?? places.count
        if !text.isEmpty, first > last || needsBlank(before: first) { text += "\n" }
        indent(places[first - 1].indent)
        if first <= last, followsListLikeIt(first) {
            text += "<!-- -->\n\n"
            indent(places[first - 1].indent)
        }
        for place in first..<places.count {
            places[place - 1].last = .list(places[place].list, isNumbered: places[place].number != nil)
            places[place].isWritten = true
            text += places[place].number.map { "\($0). " } ?? "- "
        }
        for (number, line) in block.utf8.split(separator: 0x0a).enumerated() {
            if number > 0 { indent(places[last].indent) }
            text.append(contentsOf: Substring(line))
            text += "\n"
        }
        places[last].last = .text
    }

    /// Whether a blank line parts an item from what stands before it.
    private func needsBlank(before place: Int) -> Bool {
        switch places[place - 1].last {
        case .nothing: false
        case .list(let list, _): list != places[place].list
        // Below a paragraph only a list begins that has no numbers, or begins with 1 (CommonMark, 5.3).
        case .text: place == 1 || places[place].number ?? 1 != 1
        }
    }

    /// Whether an item begins another list than the one that ends there, of the same sort.
    private func followsListLikeIt(_ place: Int) -> Bool {
        guard case .list(let list, let isNumbered) = places[place - 1].last else { return false }
        return list != places[place].list && isNumbered == (places[place].number != nil)
    }

    private mutating func indent(_ columns: Int) {
        guard columns <= room else {
            // Nothing is indented from here on: among lines that are, one that is not would end the lists of all that follow.
            room = 0
            return
        }
        room -= columns
        text += String(repeating: " ", count: columns)
    }
}

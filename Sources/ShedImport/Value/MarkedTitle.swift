import ShedModel

/// Titles of Zotero may hold marks, which are a few tags of HTML written just so: italics, bold, letters below and above the line, small
/// capitals, and what keeps its case. As in Zotero itself nothing else is a tag, and neither is one that does not end, or ends nothing.
enum MarkedTitle {
    private struct Tag {
        var range: Range<Int>
        /// Its place among the names.
        var name: Int
        var isEnd: Bool
    }

    private static let names = ["i", "b", "sub", "sup", "span"]
    /// Of a span, without blanks.
    private static let attributes: Set = ["style=\"font-variant:small-caps;\"", "style=\"font-variant:small-caps\"", "class=\"nocase\""]
    /// No tag is longer, in characters between its brackets.
    private static let longest = 60

    /// A title without its tags.
    static func plain(_ title: String) -> String {
        guard title.utf8.contains(UInt8(ascii: "<")) else { return title }
        let scalars = Array(title.unicodeScalars)
        let tags = tags(of: scalars)
        var (isPaired, open, counts) = (Array(repeating: false, count: tags.count), [Int](), Array(repeating: 0, count: names.count))
        for (place, tag) in tags.enumerated() {
            guard tag.isEnd else {
                open.append(place)
                counts[tag.name] += 1
                continue
            }
            guard counts[tag.name] > 0 else { continue }
            // Those within it that did not end are text.
            while let last = open.popLast() {
                counts[tags[last].name] -= 1
                guard tags[last].name == tag.name else { continue }
                (isPaired[last], isPaired[place]) = (true, true)
                break
            }
        }
        var plain = String.UnicodeScalarView()
        var position = 0
        for (place, tag) in tags.enumerated() where isPaired[place] {
            plain.add(scalars[position..<tag.range.lowerBound])
            position = tag.range.upperBound
        }
        plain.add(scalars[position...])
        return String(plain)
    }

    /// What may be a tag, in its order.
    private static func tags(of title: [Unicode.Scalar]) -> [Tag] {
        var tags: [Tag] = []
        var position = 0
        while let start = title[position...].firstIndex(of: "<") {
            position = start + 1
            let inner = title[position...].prefix(longest + 1)
            guard let end = inner.firstIndex(where: { $0 == ">" || $0 == "<" }), title[end] == ">" else { continue }
            guard let (name, isEnd) = tag(inner[..<end]) else { continue }
            tags.append(Tag(range: start..<end + 1, name: name, isEnd: isEnd))
            position = end + 1
        }
        return tags
    }

    /// What a tag is, by what stands between its brackets.
    private static func tag(_ inner: ArraySlice<Unicode.Scalar>) -> (name: Int, isEnd: Bool)? {
        var text = ""
        text.unicodeScalars.add(inner)
        let isEnd = text.hasPrefix("/")
        if let name = names.firstIndex(of: isEnd ? String(text.dropFirst()) : text) {
            // A span without attributes is none of them.
            return isEnd || names[name] != "span" ? (name: name, isEnd: isEnd) : nil
        }
        guard text.hasPrefix("span "), let name = names.firstIndex(of: "span") else { return nil }
        return attributes.contains(String(text.dropFirst(5).filter { $0 != " " })) ? (name: name, isEnd: false) : nil
    }
}

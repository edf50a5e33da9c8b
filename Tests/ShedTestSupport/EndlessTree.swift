/// The bytes of a SQLite file (sqlite.org/fileformat2.html) of which a tree has been made one that hardly ends: a few pages, each of which names the
/// next one as all of its children, over one leaf. Each page by itself is sound.
public enum EndlessTree {
    /// So many pages are above the leaf, and so many children has each: 20 to the power of 9 leaves.
    private static let (depth, children) = (9, 20)
    /// Of pages of tables by number, and of those by key.
    private static let (tableLeaf, keyLeaf): (UInt8, UInt8) = (0x0d, 0x0a)

    /// - Parameters:
    ///   - file: one without a log, of pages of less than 64 KiB.
    ///   - root: which page the tree begins with; 1 is that of the schema. The tree holds something.
    /// - Returns: `nil` where that is no such tree.
    public static func made(of file: [UInt8], root: Int) -> [UInt8]? {
        guard file.count > 100 else { return nil }
        let size = Int(file[16]) << 8 | Int(file[17])
        let count = size > 0 ? file.count / size : 0
        guard (1...count).contains(root), count * size == file.count else { return nil }
        var page = Array(file[(root - 1) * size..<root * size])
        var header = root == 1 ? 100 : 0
        let isOfKeys = page[header] == keyLeaf || page[header] == keyLeaf - 8
        // Down to the first leaf.
        while page[header] != tableLeaf, page[header] != keyLeaf {
            guard page[header] == 5 || page[header] == 2 else { return nil }
            let cell = number(page, header + 12, 2)
            let child = number(page, cell, 4)
            guard (2...count).contains(child) else { return nil }
            (page, header) = (Array(file[(child - 1) * size..<child * size]), 0)
        }
        let cells = number(page, header + 3, 2)
        guard cells > 0 else { return nil }
        // The leaf of the first page has its header behind that of the file.
        var leaf = page
        if header > 0 { leaf.replaceSubrange(0..<8 + 2 * cells, with: page[header..<header + 8 + 2 * cells]) }
        let key = isOfKeys ? cell(leaf, at: number(leaf, 8, 2)) : [1]
        var made = file
        for level in 1..<depth { made += inner(size, child: count + level + 1, key, isOfKeys, header: 0) }
        made += leaf
        var top = inner(size, child: count + 1, key, isOfKeys, header: root == 1 ? 100 : 0)
        if root == 1 { top.replaceSubrange(0..<100, with: file[0..<100]) }
        made.replaceSubrange((root - 1) * size..<root * size, with: top)
        put(made.count / size, 4, at: 28, in: &made)
        return made
    }

    private static func inner(_ size: Int, child: Int, _ key: [UInt8], _ isOfKeys: Bool, header: Int) -> [UInt8] {
        var page = [UInt8](repeating: 0, count: size)
        page[header] = isOfKeys ? keyLeaf - 8 : tableLeaf - 8
        var start = size
        for position in 0..<children {
            start -= 4 + key.count
            put(child, 4, at: start, in: &page)
            page.replaceSubrange(start + 4..<start + 4 + key.count, with: key)
            put(start, 2, at: header + 12 + 2 * position, in: &page)
        }
        put(children, 2, at: header + 3, in: &page)
        put(start, 2, at: header + 5, in: &page)
        put(child, 4, at: header + 8, in: &page)
        return page
    }

    /// A cell of a leaf by key, all of which stands in the page.
    private static func cell(_ page: [UInt8], at start: Int) -> [UInt8] {
        var (length, end) = (0, start)
        while page[end] & 0x80 != 0 { (length, end) = (length << 7 | Int(page[end] & 0x7f), end + 1) }
        length = length << 7 | Int(page[end])
        return Array(page[start..<min(end + 1 + length, page.count)])
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int { bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) } }

    private static func put(_ value: Int, _ count: Int, at start: Int, in bytes: inout [UInt8]) {
        for place in 0..<count { bytes[start + place] = UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - place))) }
    }
}

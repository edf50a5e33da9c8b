import ShedModel

/// What something in a folder of the source is here besides what it is.
struct TreeChange {
    /// A name without what was said in it; `nil`: as it is.
    var name: Name?
    var tags: [ForeignTag] = []
    /// A text about it, which gets a file of its own.
    var remark: String?
}

/// Says what becomes of what stands in folders that are taken over as they are.
protocol TreeReader {
    /// What it reads, and is hidden: that does not stay behind unread.
    static var hidden: Name? { get }
    /// - Parameter entries: of the folder, without what is hidden.
    /// - Returns: what is not as it is there, by its name.
    mutating func changes(
        in folder: RelativePath, _ entries: [ForeignEntry], of source: any ForeignFolder, _ losses: inout ForeignLosses
    ) throws(ForeignError) -> [Name: TreeChange]
}

/// Takes over a folder as it is: files byte for byte under their names. Hidden files stay, links too.
struct TreeCopy<Reader: TreeReader> {
    private let source: any ForeignFolder
    private var reader: Reader
    private(set) var losses = ForeignLosses()
    private var budget = TextBudget()

    init(_ source: any ForeignFolder, _ reader: Reader) { (self.source, self.reader) = (source, reader) }

    mutating func items(_ folder: RelativePath = .root, depth: Int = 1) throws(ForeignError) -> [ForeignItem] {
        guard depth <= ForeignLimits.depth else { throw ForeignError(.tooDeep(most: ForeignLimits.depth), folder) }
        var entries: [ForeignEntry] = []
        for entry in try source.entries(of: folder) {
            if !entry.name.isHidden { entries.append(entry) } else if entry.name != Reader.hidden { losses.addUnseen(entry, in: folder) }
        }
        let changes = try reader.changes(in: folder, entries, of: source, &losses)
        var names = ForeignNames()
        var made: [ForeignItem] = []
        var remarks: [(name: Name, text: String)] = []
        for entry in entries {
            let change = changes[entry.name] ?? TreeChange()
            let path = folder.appending(entry.name)
            try budget.count(path)
            let content: ForeignItem.Content
            switch entry.sort {
            case .other:
                losses.add(.unusual, at: "\(path)")
                continue
            case .folder: content = .folder(try items(path, depth: depth + 1))
            case .file(let size): content = .file(path, size: size)
            }
            guard let name = names.take(file: change.name ?? entry.name) else {
                losses.add(.unusual, at: "\(path)")
                continue
            }
            if name != entry.name { losses.add(.names, at: "\(path)") }
            made.append(ForeignItem(name, content, tags: change.tags))
            if entry.isFolder { made[made.count - 1].origin = path }
            if let remark = change.remark { remarks.append((name, remark)) }
        }
        for remark in remarks {
            try budget.spend(remark.text.utf8.count, folder)
            let stem = String(decoding: remark.name.parts.stem, as: UTF8.self)
            let text = remark.text.hasSuffix("\n") ? remark.text : remark.text + "\n"
            made.append(ForeignItem(names.take("\(stem) (description)", suffix: ".md").name, .made(Array(text.utf8))))
        }
        return made
    }

    var title: String { String(decoding: source.name.bytes, as: UTF8.self) }
}

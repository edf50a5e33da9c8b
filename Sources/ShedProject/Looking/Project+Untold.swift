import ShedDisk
import ShedModel
import ShedReconcile

/// What verbs have told of what was left where it is, so that each tells only what is news: `told` in the project's folder of the state
/// directory, a line for each thing.
struct ToldReports {
    static let name: Name = "told"
    /// A longer file is not read, in bytes; then all is told once more.
    static let longest = 4 << 20
    /// So many are remembered at most.
    static let most = 10_000

    /// In the order in which they were told.
    private(set) var lines: [String]

    init(in folder: DirectoryHandle) {
        let bytes = (try? folder.read(ToldReports.name, atMost: ToldReports.longest)) ?? []
        lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// One thing for one reason; another file at the same place is another thing.
    static func line(_ report: Report, in root: DirectoryHandle) -> String {
        let evidence = report.path.last.flatMap { name in try? root.openDirectory(at: report.path.parent).evidence(of: name) }
        return "\(report.rule.name) \(evidence?.inode ?? 0) \(Hexadecimal.string(of: report.path.bytes))"
    }

    /// Whether what a line is about is still there.
    private static func isThere(_ line: String, in root: DirectoryHandle) -> Bool {
        guard let bytes = line.split(separator: " ").last.flatMap({ Hexadecimal.bytes(of: String($0)) }), let path = RelativePath(bytes: bytes),
            let name = path.last
        else { return false }
        return (try? root.openDirectory(at: path.parent).kind(of: name)) != nil
    }

    /// Adds what is told now, and drops what is gone.
    mutating func add(_ news: [String], in root: DirectoryHandle) {
        var room = ToldReports.longest
        let kept = (lines.filter { ToldReports.isThere($0, in: root) } + news).suffix(ToldReports.most)
        lines = kept.reversed().prefix { line in
            room -= line.utf8.count + 1
            return room >= 0
        }.reversed()
    }

    func write(in folder: DirectoryHandle) throws(DiskError) {
        try folder.write(ToldReports.name, Array((lines.joined(separator: "\n") + "\n").utf8), replacing: true)
    }
}

extension Project {
    /// What the last walk left where it is although `sync` would have something to say about it, but for what a verb has told already:
    /// that stands in `status`. From now on it counts as told, unless the project is only looked at.
    public func takeUntold() -> [Report] {
        guard !unresolved.isEmpty, let path = home.stateFolder?.path, let folder = try? DirectoryHandle(path: path) else { return unresolved }
        var told = ToldReports(in: folder)
        let former = Set(told.lines)
        let news = unresolved.map { (report: $0, line: ToldReports.line($0, in: home.root)) }.filter { !former.contains($0.line) }
        if purpose == .change, !news.isEmpty {
            told.add(news.map(\.line), in: home.root)
            // Where it cannot be written, the next verb tells it again.
            try? told.write(in: folder)
        }
        return news.map(\.report)
    }
}

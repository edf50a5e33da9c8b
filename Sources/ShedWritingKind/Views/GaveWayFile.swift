import ShedDisk
import ShedModel
import ShedProject

/// Which files gave way to links of collections on this machine: a file in the folder that it keeps of the project, an ID a line. That they
/// are gone is missed by nobody, whatever their links are called since. Losing it has some told as missing for a week.
struct GaveWayFile {
    private let directory: DirectoryHandle

    private static let name: Name = "gave-way"
    /// So many are remembered, the latest.
    private static let most = 10_000
    /// No file that it wrote is longer, in bytes.
    private static let longest = most * 64

    /// - Returns: `nil` where that folder cannot be opened.
    init?(_ home: ProjectHome) {
        guard let path = home.stateFolder?.path, let directory = try? DirectoryHandle(path: path) else { return nil }
        self.directory = directory
    }

    /// In the order in which they gave way.
    private var all: [NodeID] {
        let bytes = (try? directory.read(GaveWayFile.name, atMost: GaveWayFile.longest)) ?? []
        return bytes.split(separator: 0x0a).prefix(GaveWayFile.most).compactMap { NodeID(String(decoding: $0, as: UTF8.self)) }
    }

    func read() -> Set<NodeID> { Set(all) }

    func add(_ ids: [NodeID]) {
        let new = Set(ids)
        write(all.filter { !new.contains($0) } + ids)
    }

    /// Forgets those that a person has put there anew: what the sidecar says of them later, whoever wrote it, hides none of them.
    func remove(_ ids: [NodeID]) {
        let (known, gone) = (all, Set(ids))
        let rest = known.filter { !gone.contains($0) }
        if rest.count < known.count { write(rest) }
    }

    private func write(_ ids: [NodeID]) {
        let lines = ids.suffix(GaveWayFile.most).map { "\($0)\n" }.joined()
        try? directory.write(GaveWayFile.name, Array(lines.utf8), replacing: true, isDurable: false)
    }
}

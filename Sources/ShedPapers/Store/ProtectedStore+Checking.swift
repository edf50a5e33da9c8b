import ShedDisk
import ShedModel

extension ProtectedStore {
    /// How a copy is. Costs the time of reading it.
    public func state(of hash: ContentHash) throws(PapersError) -> State {
        do throws(DiskError) {
            return try directory.file(name(hash)).hash() == hash ? .good : .altered
        } catch {
            switch error.code {
            case .notFound: return .missing
            case .isLink, .notFile: return .notFile
            case .changed: return .altered
            default: throw PapersError(error)
            }
        }
    }

    /// Whether a copy seems to be there, without reading it: a file of that name and size.
    public func seemsThere(_ hash: ContentHash, size: Int64) throws(PapersError) -> Bool {
        try PapersError.onDisk { () throws(DiskError) in
            guard try directory.kind(of: name(hash)) == .file else { return false }
            return try directory.evidence(of: name(hash))?.size == size
        }
    }

    /// The copies that there are, in the order of their names, verified or not. Others' files are left out.
    public func hashes() throws(PapersError) -> [ContentHash] {
        try PapersError.onDisk { () throws(DiskError) in
            try directory.list(atMost: ProtectedStore.most).compactMap { hash($0.name) }
                .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        }
    }

    /// Reads all copies, and those that are needed.
    /// - Returns: those that are not good, in the order of their names; `missing` only of those needed.
    public func faults(
        needing needed: Set<ContentHash>, _ cancellation: Cancellation? = nil
    ) throws(PapersError) -> [(hash: ContentHash, state: State)] {
        let all = Set(try hashes()).union(needed).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        var faults: [(hash: ContentHash, state: State)] = []
        for hash in all {
            try cancellation?.check()
            let state = try state(of: hash)
            if state != .good { faults.append((hash, state)) }
        }
        return faults
    }

    /// The copies that are not needed, what was put aside, and what killed runs left, in the order of their names. Others'
    /// files, and folders, are none of it.
    ///
    /// Only while nobody adds: a copy on its way would be among it.
    public func surplus(keeping needed: Set<ContentHash>) throws(PapersError) -> [Surplus] {
        try PapersError.onDisk { () throws(DiskError) in
            var found: [Surplus] = []
            for entry in try directory.list(atMost: ProtectedStore.most) where entry.kind != .directory {
                let sort: Surplus.Sort
                if let hash = hash(entry.name) {
                    guard !needed.contains(hash) else { continue }
                    sort = .copy
                } else if entry.name.bytes.starts(with: ProtectedStore.asidePrefix.utf8) {
                    sort = .altered
                } else if DirectoryHandle.isTemporary(entry.name) {
                    sort = .leftover
                } else {
                    continue
                }
                guard let evidence = try directory.evidence(of: entry.name) else { continue }
                found.append(Surplus(sort, entry.name, evidence))
            }
            return found.sorted { $0.name < $1.name }
        }
    }

    /// Removes something that ``surplus(keeping:)`` found.
    /// - Throws: `disk(.changed)` if another file has its name by now.
    public func remove(_ surplus: Surplus) throws(PapersError) { try surplus.remove(from: directory) }

    /// The hash that a name stands for, in exactly the form that ``name(_:)`` gives it.
    private func hash(_ name: Name) -> ContentHash? {
        guard let text = name.text, let hash = ContentHash(text), hash.description == text else { return nil }
        return hash
    }
}

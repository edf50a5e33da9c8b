import ShedDisk
import ShedExchange
import ShedMessages
import ShedModel

/// What the sidecar says in files of its own of the folders that come along with a part of a project.
extension ImportPlan {
    /// Of so many bytes such files are taken, all together: they are held in memory. The others stay behind, which is said.
    private static let mostTexts: Int64 = 64 << 20

    /// Takes those that are about folders which come along, under the IDs that these have here, and those about contents that these need; the
    /// others stay behind, which is said.
    /// - Parameters:
    ///   - files: of the kind of project that it comes into.
    ///   - isNew: whether that is made for it. In one that is there nothing needs what stood in the other.
    mutating func takeKept(of imported: ImportedProject, _ files: KeptFiles, isNew: Bool) {
        guard !imported.keptOfNodes.isEmpty else { return }
        let contents = imported.contents(files)
        let folders = Set(nodes.lazy.filter(\.type.isDirectory).map(\.id))
        var taken: Set<RelativePath> = []
        var (left, texts) = (0, 0 as Int64)
        for (path, content) in imported.keptOfNodes {
            if let hash = files.content(of: path) {
                guard isNew else { continue }
                if contents.contains(hash), taken.insert(path).inserted { kept.append((path, content)) } else { left += 1 }
                continue
            }
            guard let id = files.node(of: path).map({ renamed[$0] ?? $0 }), folders.contains(id), let target = files.path(of: path, about: id),
                content.size <= SidecarFile.largest, texts + Int64(content.size) <= ImportPlan.mostTexts, taken.insert(target).inserted
            else {
                left += 1
                continue
            }
            texts += Int64(content.size)
            kept.append((target, content))
        }
        if let note = ImportNote(goneBy: kept.map(\.path).filter(files.isGoneBy)) { notes.append(note) }
        if left > 0 { notes.append(ImportNote(.importedKeptLeft(count: left), count: left)) }
    }

    /// What they hold, read and compared with what the source says of it.
    func keptTexts(from tree: any SourceTree) throws(ShedError) -> [(file: SidecarFile, text: [UInt8])] {
        var texts: [(file: SidecarFile, text: [UInt8])] = []
        for (path, content) in kept where path.names.count == 3 {
            var text: [UInt8] = []
            _ = try ImportWork.read(content, from: tree) { text += $0 }
            texts.append((SidecarFile(path.names[2], in: path.names[1]), text))
        }
        return texts
    }
}

extension ImportNote {
    /// So many files are named.
    private static let mostPlaces = 5

    /// That files come along by which shed goes; `nil` where there are none.
    init?(goneBy files: [RelativePath]) {
        guard !files.isEmpty else { return nil }
        let places = files.prefix(ImportNote.mostPlaces).map { EscapedText.beginning("\($0)") } + (files.count > ImportNote.mostPlaces ? ["…"] : [])
        self.init(.importedKept(count: files.count, places: places.joined(separator: "; ")), count: files.count)
    }
}

extension ImportedProject {
    /// The contents that what comes along needs, which stand in files of the sidecar.
    fileprivate func contents(_ files: KeptFiles) -> Set<ContentHash> {
        let all = Array(nodes.withInner)
        let ids = Set(all.compactMap(\.id))
        return files.contents(of: all.lazy.map(\.fields), isThere: ids.contains)
    }
}

extension Transaction {
    /// Writes such files and carries out the change that they go with; takes them back where nothing of that is done, nor will be.
    func carryOut(_ change: StagedChange, setting files: [(file: SidecarFile, text: [UInt8])]) throws(ShedError) {
        var done: [(file: SidecarFile, old: [UInt8]?, text: [UInt8])] = []
        do throws(ShedError) {
            for (file, text) in files {
                let old: [UInt8]?
                do throws(DiskError) { old = try file.read(in: root) } catch { throw ShedError(error) }
                try set(file, from: old, to: text)
                done.append((file, old, text))
            }
            try carryOut(change)
        } catch {
            if !error.isInPlace, !error.leavesPart, !change.isBegun { for (file, old, text) in done.reversed() { try? set(file, from: text, to: old) } }
            throw error
        }
    }
}

import ShedDisk
import ShedExchange
import ShedMessages
import ShedModel

// What files held before.
extension Exporter {
    mutating func findVersions(below tops: [NodeID]) throws(ShedError) {
        let ids = ids(below: tops).union(untaken.places.keys)
        if let keeper = order.versions {
            let found = try keeper.versions(of: ids, reader)
            versions.kept = found.versions
            result.left += found.lost.map { (path: RelativePath.root, reason: $0) }
        }
        versions.overwritten = overwritten(of: ids)
    }

    /// One that is not as it was kept is left out, and all else comes all the same: a block that went bad is no reason to have no export any more.
    mutating func versions(of id: NodeID) throws(ShedError) -> [ExportedVersion] {
        guard let keeper = order.versions else { return [] }
        var exported: [ExportedVersion] = []
        var lost: Set<ContentHash> = []
        for version in versions.kept[id] ?? [] where !lost.contains(version.hash) {
            if !versions.written.contains(version.hash), let reason = try write(version, of: keeper) {
                result.left.append((state.model.path(of: id) ?? .root, reason))
                lost.insert(version.hash)
                continue
            }
            versions.told.insert(version.hash)
            exported.append(ExportedVersion(hash: version.hash, size: version.size, time: version.time, name: version.name))
            result.versions += 1
        }
        return exported
    }

    /// Writes what is kept of a file.
    /// - Returns: why it is not in the export, a clause; `nil` where it is.
    private mutating func write(_ version: KeptVersion, of keeper: any VersionKeeper) throws(ShedError) -> Message? {
        let file: ReadableFile
        do throws(ShedError) { file = try keeper.content(of: version, reader) } catch { return error.words }
        let damaged = Message.versionLost(version: version.shown, reason: DiskError(.changed, action: "read", path: file.label).why)
        // Each copy of what is damaged would be so too, and nobody is to wait for that once more.
        if early.damaged[version.hash] == file.evidence { return damaged }
        let place = ExportManifest.place(of: version.hash)
        try makeParents(of: place)
        switch try copy(to: place, { _ in file }) {
        case .copied(let copied) where copied.hash == version.hash:
            versions.written.insert(version.hash)
            return nil
        case .copied:
            do throws(DiskError) { try sink.remove(files: [place]) } catch { throw ShedError(error) }
            early.damaged[version.hash] = file.evidence
            return damaged
        case .left(let why): return .versionLost(version: version.shown, reason: why)
        }
    }

    /// Where the undo journal keeps what files of the kind held, as far as that is shown to people.
    private mutating func overwritten(of ids: Set<NodeID>) -> [NodeID: [KeptPlace]] {
        guard let files = reader.home.module?.overwritten else { return [:] }
        let model = state.model
        let found = reader.project.keptPlaces { old in
            let id = model.resolve(old)
            return ids.contains(id) && model.nodes[id].map { files.types.contains($0.type) } == true ? id : nil
        }
        result.left += found.lost.map { (path: RelativePath.root, reason: $0) }
        return found.places
    }

    mutating func overwritten(of id: NodeID) throws(ShedError) -> [ExportedVersion] {
        guard let places = versions.overwritten[id], let files = reader.home.module?.overwritten else { return [] }
        var held: [(place: KeptPlace, content: ExportedVersion.Content)] = []
        for place in places {
            switch try content(of: place, atMost: files.largest) {
            case .success(.some(let content)): held.append((place, content))
            case .success(.none): break
            case .failure(let error):
                result.left.append((state.model.path(of: id) ?? .root, .versionLost(version: "\(place.entry)", reason: error.why)))
            }
        }
        return Project.inOrder(held).map { place, content in
            versions.told.insert(content.hash)
            result.versions += 1
            return ExportedVersion(hash: content.hash, size: content.size, time: place.time, name: nil, actor: place.actor)
        }
    }

    /// What the journal keeps in a place never changes: it is read once, before anybody has to wait.
    /// - Returns: `nil` where it is gone by now, or longer; why it cannot be read.
    private mutating func content(of place: KeptPlace, atMost limit: Int) throws(ShedError) -> Result<ExportedVersion.Content?, DiskError> {
        if let known = early.overwritten[place] { return .success(known) }
        let bytes: [UInt8]
        do throws(DiskError) {
            guard let read = try reader.project.readContent(of: place, atMost: limit) else { return .success(nil) }
            bytes = read
        } catch { return .failure(error) }
        let content = ExportedVersion.Content(hash: ContentHash(of: bytes), size: Int64(bytes.count))
        if versions.written.insert(content.hash).inserted { try write(bytes, to: ExportManifest.place(of: content.hash)) }
        early.overwritten[place] = content
        return .success(content)
    }
}

extension ExportedVersion {
    /// What it is.
    struct Content: Hashable {
        var hash: ContentHash
        /// In bytes.
        var size: Int64
    }
}

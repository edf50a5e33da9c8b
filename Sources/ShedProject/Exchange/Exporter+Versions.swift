import ShedDisk
import ShedExchange
import ShedModel

// What files held before.
extension Exporter {
    mutating func findVersions(below tops: [NodeID]) throws(ShedError) {
        let ids = ids(below: tops).union(untaken.places.keys)
        if let keeper = order.versions { versions.kept = try keeper.versions(of: ids, reader) }
        versions.overwritten = try overwritten(of: ids)
    }

    /// - Parameter isEarly: whether all of it is looked at again; then one that somebody changes or removes just now is left to that.
    mutating func versions(of id: NodeID, isEarly: Bool = false) throws(ShedError) -> [ExportedVersion] {
        guard let keeper = order.versions else { return [] }
        var exported: [ExportedVersion] = []
        for version in versions.kept[id] ?? [] {
            if !versions.written.contains(version.hash) {
                let file: ReadableFile
                do throws(ShedError) { file = try keeper.content(of: version, reader) } catch {
                    result.left.append((state.model.path(of: id) ?? .root, error.words))
                    continue
                }
                let place = ExportManifest.place(of: version.hash)
                try makeParents(of: place)
                let outcome = try copy(to: place) { _ in file }
                guard case .copied(let copied) = outcome, copied.hash == version.hash else {
                    guard isEarly else { throw ShedError(.environment, .exportAltered(path: file.label)) }
                    if case .copied = outcome { do throws(DiskError) { try sink.remove(files: [place]) } catch { throw ShedError(error) } }
                    continue
                }
                versions.written.insert(version.hash)
            }
            versions.told.insert(version.hash)
            exported.append(ExportedVersion(hash: version.hash, size: version.size, time: version.time, name: version.name))
            result.versions += 1
        }
        return exported
    }

    /// Where the undo journal keeps what files of the kind held, as far as that is shown to people.
    private func overwritten(of ids: Set<NodeID>) throws(ShedError) -> [NodeID: [KeptPlace]] {
        guard let files = reader.home.module?.overwritten else { return [:] }
        do throws(DiskError) {
            return try reader.project.keptPlaces { old in
                let id = state.model.resolve(old)
                return ids.contains(id) && state.model.nodes[id].map { files.types.contains($0.type) } == true ? id : nil
            }
        } catch { throw ShedError(error) }
    }

    mutating func overwritten(of id: NodeID) throws(ShedError) -> [ExportedVersion] {
        guard let places = versions.overwritten[id], let files = reader.home.module?.overwritten else { return [] }
        var held: [(place: KeptPlace, content: ExportedVersion.Content)] = []
        for place in places {
            guard let content = try content(of: place, atMost: files.largest) else { continue }
            held.append((place, content))
        }
        return Project.inOrder(held).map { place, content in
            versions.told.insert(content.hash)
            result.versions += 1
            return ExportedVersion(hash: content.hash, size: content.size, time: place.time, name: nil, actor: place.actor)
        }
    }

    /// What the journal keeps in a place never changes: it is read once, before anybody has to wait.
    private mutating func content(of place: KeptPlace, atMost limit: Int) throws(ShedError) -> ExportedVersion.Content? {
        if let known = early.overwritten[place] { return known }
        guard let bytes = reader.project.content(of: place, atMost: limit) else { return nil }
        let content = ExportedVersion.Content(hash: ContentHash(of: bytes), size: Int64(bytes.count))
        if versions.written.insert(content.hash).inserted { try write(bytes, to: ExportManifest.place(of: content.hash)) }
        early.overwritten[place] = content
        return content
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

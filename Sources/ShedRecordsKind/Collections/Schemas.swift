import ShedDisk
import ShedModel
import ShedProject
import ShedRecords
import ShedSidecar

/// Where schemas stand in the sidecar.
enum SchemaFolder {
    static let name: Name = "schemas"
    /// So many files are looked through for one that bears the ID of before a project was copied.
    static let most = 10_000
}

/// The schema files of collections: `.shed/schemas/ID.toml`.
extension ProjectReader {
    /// The path of a collection's schema, from the project's root.
    public func schemaPath(of collection: NodeID) -> RelativePath {
        RelativePath([Sidecar.name, SchemaFolder.name, schemaNames(of: collection)[0]])
    }

    /// The names under which its schema may stand, the one that counts first: in a copied project, files still bear the ID
    /// that the collection had in the other.
    fileprivate func schemaNames(of collection: NodeID) -> [Name] {
        let own = Name("\(collection).toml")
        guard !home.file.copiedFrom.isEmpty, let directory = try? root.openDirectory(Sidecar.name).openDirectory(SchemaFolder.name),
            let entries = try? directory.list(atMost: SchemaFolder.most), !entries.contains(where: { $0.name == own })
        else { return [own] }
        let others = entries.map(\.name).filter { name in
            guard name.hasSuffix(".toml"), let id = name.text.flatMap({ NodeID(String($0.dropLast(5))) }) else { return false }
            return home.file.meanings(of: id).contains(collection)
        }
        return others.sorted() + [own]
    }

    /// The text of a collection's schema; `nil` if it has none.
    public func schemaText(of collection: NodeID) throws(ShedError) -> [UInt8]? {
        do throws(DiskError) {
            return try root.openDirectory(Sidecar.name).openDirectory(SchemaFolder.name)
                .read(schemaNames(of: collection)[0], atMost: Schema.largest)
        } catch {
            if error.code == .notFound { return nil }
            throw ShedError(error)
        }
    }

    /// A collection's schema; `nil` if it has none.
    /// - Throws: if it cannot be read, with the line.
    public func schema(of collection: RecordCollection) throws(ShedError) -> Schema? {
        guard let text = try schemaText(of: collection.id) else { return nil }
        do throws(RecordsError) { return try Schema.parse(text) } catch {
            var result = ShedError(.environment, "\(schemaPath(of: collection.id)), the schema of \(collection.name): \(error)", remedy: error.remedy)
            result.line = error.line
            throw result
        }
    }
}

extension Transaction {
    /// Gives a collection a schema, or takes it away.
    /// - Parameter text: `nil` for none. It is checked first.
    public func setSchema(of collection: RecordCollection, to text: [UInt8]?) throws(ShedError) {
        try requireWriting()
        if let text { _ = try newSchema(text) }
        try replaceSchema(of: collection, by: text)
        try noteBreaches(in: collection)
    }

    private func replaceSchema(of collection: RecordCollection, by text: [UInt8]?) throws(ShedError) {
        let own = Name("\(collection.id).toml")
        let names = schemaNames(of: collection.id)
        try set(SidecarFile(own, in: SchemaFolder.name), from: names == [own] ? schemaText(of: collection.id) : nil, to: text)
        guard text == nil else { return }
        // Of a copied project, one may still bear the ID that the collection had in the other.
        for name in names where name != own {
            let file = SidecarFile(name, in: SchemaFolder.name)
            let old: [UInt8]?
            do throws(DiskError) { old = try file.read(in: root) } catch { throw ShedError(error) }
            try set(file, from: old, to: nil)
        }
    }
}

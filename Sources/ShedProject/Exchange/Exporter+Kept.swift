import ShedModel

extension Exporter {
    /// Of the files that go with a project beside those of people: all, or those that say something of the part that is exported.
    func comingKept(_ files: KeptFiles, _ found: [RelativePath]) throws(ShedError) -> [KeptFiles.Standing] {
        let model = state.model
        let standing = files.standing(found, of: reader.home.file) { model.nodes[$0] != nil }
        guard !order.paths.isEmpty else { return standing }
        let tops = try self.tops().map(\.id)
        let part = ids(below: tops)
        var folders = part
        for top in tops {
            var folder = model.nodes[top]?.place?.parent
            while let id = folder, folders.insert(id).inserted { folder = model.nodes[id]?.place?.parent }
        }
        let contents = files.contents(of: part.lazy.map { Exporter.fields(of: model.nodes[$0]) }) { part.contains(model.resolve($0)) }
        return standing.filter { file in
            if let node = file.node { return folders.contains(node) }
            return files.content(of: file.path).map(contents.contains) ?? false
        }
    }
}

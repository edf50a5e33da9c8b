import ShedCommand
import ShedProject
import ShedModel

extension PaperShapes {
    /// A doc with its groups, pages and versions, the bundles that they are made from, and the labels of the project.
    func export(_ doc: PapersView.Doc, _ project: ProjectHome, uses: [LabelKey: Int]) -> JSONValue {
        var object = JSONBuilder()
        object.add("version", 1)
        object.add("project", ["id": .string(project.id.description), "name": .string(project.name.escaped)])
        object.add("doc", whole(doc, withVersions: true))
        let pages = doc.groups.flatMap { $0.pages + $0.missing }
        let used = Set(pages.flatMap { page in
            let versions = view.model.nodes[page.id]?.pageVersions ?? []
            return (versions.map(\.reference) + (page.reference.map { [$0] } ?? [])).map { view.model.resolve($0.bundle) }
        })
        object.add("bundles", .array(view.bundles.filter { used.contains($0.id) }.map(whole)))
        let labels = view.model.labels
        object.add("tagGroups", .array(labels.sortedGroups.map { $0.json(tags: labels.sortedTags) }))
        object.add("tags", .array(labels.sortedTags.map { $0.json(count: uses[LabelKey(.tag, $0.id)] ?? 0) }))
        object.add("variables", .array(labels.sortedVariables.map { $0.json(count: uses[LabelKey(.variable, $0.id)] ?? 0) }))
        return object.value
    }
}

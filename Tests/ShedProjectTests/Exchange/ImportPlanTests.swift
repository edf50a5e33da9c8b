import ShedExchange
import ShedMessages
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

@Suite struct `The plan of an import into a project that is there` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
    }

    private func plan(_ imported: ImportedProject, fields: FieldTraits = FieldTraits()) throws -> ImportPlan {
        let reader = project.asKnown
        let target = ImportTarget(
            project: reader.id, folder: reader.id, path: "Draft", rules: project.home.rules, fields: fields, scopes: LabelScope.general, model: try reader.load().model,
            names: FreeNames(), ignore: project.home.configuration.ignore, isFree: { _ in true }, overwritten: nil, isNew: false)
        var number: UInt64 = 0
        var planner = ImportPlanner(imported, into: target) {
            number += 1
            return NodeID(high: 7, low: number)
        }
        return try planner.make()
    }

    @Test func `says once how much is known of files and of the other project that holds only there`() throws {
        var file = ImportedNode(name: "a.txt", .bytes(Array("a".utf8)))
        file.fields = ["page": .integer(1), "mine": .integer(2)]
        var imported = ImportedProject(name: "Old")
        (imported.nodes, imported.details) = ([file], "of spring")
        imported.own.tags = [ImportedTag.Title("sea")]
        // The last two are nothing that comes along at all.
        imported.own.fields = ["mine": .integer(3), "place": .null, "device:x": .null]
        let plan = try plan(imported, fields: FieldTraits(staysBehind: { $0 == "page" }))
        let things: [ImportNote.Thing] = [
            .init("Draft/a.txt", .verbatim("page")), .init(nil, .changedSort(sort: "details")), .init(nil, .namedLabel(sort: "tag", name: "sea")),
            .init(nil, .verbatim("mine")),
        ]
        #expect(plan.notes == [ImportNote(.importedFields(count: 4), count: 4, things: things)])
        let told = "Draft/a.txt: page, the project's details, the tag “sea”, mine"
        #expect(plan.notes.first?.told(isWhole: false).english.hasSuffix(": \(told)") == true)
        #expect(try self.plan(ImportedProject(name: "Old")).notes.isEmpty)
    }
}

import ShedExchange
import ShedMessages
import ShedModel

/// How often something was otherwise than the source of an import has it, and what that was.
struct ImportCounts {
    /// Things of one sort.
    struct Count {
        private(set) var number = 0
        /// The first of them.
        private(set) var things: [ImportNote.Thing] = []

        mutating func add(_ thing: @autoclosure () -> ImportNote.Thing) {
            number += 1
            if things.count < ImportNote.mostThings { things.append(thing()) }
        }
    }

    var newIDs = Count()
    var newNames = Count()
    var ignored = Count()
    var roles = Count()
    var shelters = Count()
    var types = Count()
    var fields = Count()

    /// What a project bears itself: its tags, values and fields, and what is written of it.
    mutating func addOwn(of imported: ImportedProject) {
        if imported.details?.isEmpty == false { fields.add(.init(nil, .changedSort(sort: "details"))) }
        for tag in imported.own.tags { fields.add(.init(nil, .namedLabel(sort: "tag", name: EscapedText.beginning(tag.text)))) }
        for (variable, _) in imported.own.values { fields.add(.init(nil, .namedLabel(sort: "variable", name: EscapedText.beginning(variable)))) }
        for name in imported.own.fields.keys.sorted() where ImportedField.mayTravel(name) { fields.add(.init(nil, .verbatim(EscapedText.beginning(name)))) }
    }

    /// - Parameter withRoles: whether it is worth a word that folders have not the roles which the source gives them.
    func notes(withRoles: Bool) -> [ImportNote] {
        let places = ignored.things.prefix(3).compactMap(\.path).map { EscapedText.beginning("\($0)") }.joined(separator: "; ")
        let all: [(count: Count, words: Message, named: Int)] = [
            (newIDs, .importedNewIDs(count: newIDs.number), 0), (newNames, .importedNewNames(count: newNames.number), 0),
            (ignored, .importLeavesIgnored(count: ignored.number, places: places), 3),
            (withRoles ? roles : Count(), .importedRoles(count: roles.number), 0), (shelters, .importedShelters(count: shelters.number), 0),
            (types, .importedTypes(count: types.number), 0), (fields, .importedFields(count: fields.number), 0),
        ]
        return all.filter { $0.count.number > 0 }.map { ImportNote($0.words, count: $0.count.number, things: $0.count.things, named: $0.named) }
    }
}

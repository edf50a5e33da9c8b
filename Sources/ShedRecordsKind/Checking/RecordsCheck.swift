import ShedDisk
import ShedModel
import ShedProject
import ShedRecords
import ShedRules

/// What the rules on records find: in the files of collections, against their schemas, and among each other.
struct RecordsCheck {
    let reading: Reading
    let selection: RuleSelection
    private let allowance = PatternAllowance()
    private var book: RuleBook { reading.surroundings.kinds.rules }

    /// How many findings about one record's schema are told one by one.
    private static let mostProblems = 100

    init(_ reading: Reading, _ selection: RuleSelection) {
        self.reading = reading
        self.selection = selection
    }

    func findings() throws(ShedError) -> [Finding] {
        guard RecordsRules.rules.all.contains(where: { selection.contains($0.info) }) else { return [] }
        let state = try reading.load()
        var findings: [Finding] = []
        do {
            for entry in try reading.root.list(atMost: 1_000_000) where entry.kind == .directory && !entry.name.isHidden {
                let folder = RelativePath([entry.name])
                guard !reading.home.configuration.ignore.ignores(path: folder, kind: .directory) else { continue }
                let id = state.node(at: folder).flatMap { state.stands($0) ? $0 : nil }
                // A folder that nobody has taken in yet will be a collection.
                guard id.map({ state.model.nodes[$0]?.type == .collection }) ?? (reading.template.role(named: entry.name) == nil) else { continue }
                guard let directory = try? reading.root.openDirectory(entry.name), (try? directory.kind(of: ".shed")) == .some(nil) else { continue }
                findings += try check(folder, id, directory, state)
            }
        } catch { throw ShedError(error) }
        return findings.filter { finding in book.info(named: finding.rule).map(selection.contains) ?? true }
    }

    private func check(
        _ folder: RelativePath, _ id: NodeID?, _ directory: DirectoryHandle, _ state: ProjectState
    ) throws(ShedError) -> [Finding] {
        var findings: [Finding] = []
        let contents = try reading.contents(of: folder, id, in: directory, state)
        let collection = RecordCollection(id: id ?? reading.id, name: folder.last ?? "")
        let schema = id == nil ? nil : try self.schema(of: collection, &findings)
        let judge = RecordJudge(reading, collection, schema, allowance)
        let uncheckedBefore = allowance.uncheckedRecords
        var unchecked: Int?
        let unique = schema?.keys.filter { $0.isUnique }.map { $0.name } ?? []
        var first: [String: [ExactText: Name]] = [:]
        var linked: [Evidence: Linked] = [:]
        for content in contents {
            // A person said that it may stand here.
            if let id = content.id, state.model.nodes[id]?.details?.exception == true { continue }
            let path = folder.appending(content.name)
            let same = linked[content.evidence] ?? Linked()
            if content.evidence.links > 1 { linked[content.evidence] = same }
            func add(_ complaint: ContentComplaint) {
                var finding = Finding(complaint.rule, at: path, id: content.id, complaint.sentence)
                let place = complaint.key.flatMap { same.places(content.name, in: directory).value(of: $0) }
                finding.line = complaint.line ?? place?.line
                finding.column = complaint.column ?? place?.column
                findings.append(finding)
            }
            if let complaint = content.complaint { add(complaint) }
            guard let record = content.record, let schema else { continue }
            let known = allowance.uncheckedRecords
            let problems = same.problems ?? schema.check(record, within: allowance)
            same.problems = problems
            if allowance.uncheckedRecords > known, unchecked == nil {
                unchecked = findings.count
                add(ContentComplaint(rule: SchemaViolation.info, message: "", key: allowance.uncheckedKey))
            }
            for problem in problems.prefix(RecordsCheck.mostProblems) { add(ContentComplaint(problem)) }
            if problems.count > RecordsCheck.mostProblems {
                add(ContentComplaint(rule: SchemaViolation.info, message: "And \(problems.count - RecordsCheck.mostProblems) more values or keys of it break the schema."))
            }
            for key in unique {
                guard let value = record[key], !value.isEmpty else { continue }
                let exact = ExactText(value)
                guard let other = first[key]?[exact] else {
                    first[key, default: [:]][exact] = content.name
                    continue
                }
                add(RecordsCheck.doubled(key, value, folder.appending(other)))
            }
            for complaint in try same.dangling(record, judge) { add(complaint) }
        }
        // Once for a collection: it is the pattern's fault.
        if let unchecked { findings[unchecked].message = RecordsCheck.sentence(onUnchecked: allowance.uncheckedRecords - uncheckedBefore) }
        return findings
    }

    private static func doubled(_ key: String, _ value: String, _ other: RelativePath) -> ContentComplaint {
        let shown = EscapedText.escape(Array(value.utf8.prefix(200)))
        return ContentComplaint(rule: DoubledValue.info, message: "“\(EscapedText.escape(Array(key.utf8)))” is “\(shown)”, as in \(other), and is to be unique.", key: key)
    }

    /// What is found out but once of a file that has several names.
    private final class Linked {
        var problems: [SchemaProblem]?
        private var places: RecordPlaces?
        private var dangling: [ContentComplaint]?

        /// Where its pairs stand: looked up where something is wrong only.
        func places(_ name: Name, in directory: DirectoryHandle) -> RecordPlaces {
            let result = places ?? RecordPlaces((try? directory.readText(name, atMost: RecordText.largest)) ?? [])
            places = result
            return result
        }

        func dangling(_ record: Record, _ judge: RecordJudge) throws(ShedError) -> [ContentComplaint] {
            if let dangling { return dangling }
            let result = try judge.danglingReferences(of: record)
            dangling = result
            return result
        }
    }

    private static func sentence(onUnchecked records: Int) -> String {
        let others = records == 1 ? "" : " So are values of \(records - 1) more record\(records == 2 ? "" : "s")."
        return "A value is not checked: its pattern in the schema asks for too much work.\(others) Make the pattern simpler."
    }

    /// The schema; `nil` with a finding where it cannot be read.
    private func schema(of collection: RecordCollection, _ findings: inout [Finding]) throws(ShedError) -> Schema? {
        guard let text = try reading.schemaText(of: collection.id) else { return nil }
        do throws(RecordsError) { return try Schema.parse(text) } catch {
            let message = error.message.prefix(1).uppercased() + error.message.dropFirst() + (error.message.last == "." ? "" : ".")
            var finding = Finding(BrokenSchema.info, at: reading.schemaPath(of: collection.id), id: collection.id, message)
            finding.line = error.line
            finding.column = error.column
            findings.append(finding)
            return nil
        }
    }
}

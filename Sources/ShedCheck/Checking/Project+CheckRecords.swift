import ShedDisk
import ShedModel
import ShedRecords
import ShedRules

extension Project {
    private static let recordRules = [
        NotARecord.info, DoubledKey.info, SchemaViolation.info, DoubledValue.info, DanglingReference.info, BrokenSchema.info,
    ]

    /// How many findings about one record's schema are told one by one.
    private static let mostProblems = 100

    /// What the rules on records find: in the files of collections, against their schemas, and among each other.
    func checkRecords(_ selection: RuleSelection) throws(ShedError) -> [Finding] {
        guard hasCollections, Project.recordRules.contains(where: selection.contains) else { return [] }
        let state = try load()
        var findings: [Finding] = []
        do {
            for entry in try root.list(atMost: 1_000_000) where entry.kind == .directory && !entry.name.isHidden {
                let folder = RelativePath([entry.name])
                guard !ignore.ignores(path: folder, kind: .directory) else { continue }
                let id = node(at: folder, state).flatMap { state.stands($0) ? $0 : nil }
                // A folder that nobody has taken in yet will be a collection.
                guard id.map({ state.model.nodes[$0]?.type == .collection }) ?? (template.role(named: entry.name) == nil) else { continue }
                guard let directory = try? root.openDirectory(entry.name), (try? directory.kind(of: ".shed")) == .some(nil) else { continue }
                findings += try checkCollection(folder, id, directory, state)
            }
        } catch { throw ShedError(error) }
        return findings.filter { finding in RuleBook.info(named: finding.rule).map(selection.contains) ?? true }
    }

    private func checkCollection(
        _ folder: RelativePath, _ id: NodeID?, _ directory: DirectoryHandle, _ state: ProjectState
    ) throws(ShedError) -> [Finding] {
        var findings: [Finding] = []
        let contents = try contents(of: folder, id, files(in: directory, folder, children(of: id, state)))
        let collection = RecordCollection(id: id ?? self.id, name: folder.last ?? "")
        let schema = id == nil ? nil : try self.schema(of: collection, &findings)
        let judge = RecordJudge(self, collection, schema)
        let unique = schema?.keys.filter { $0.isUnique }.map { $0.name } ?? []
        var first: [String: [ExactText: Name]] = [:]
        for content in contents {
            // A person said that it may stand here.
            if let id = content.id, state.model.nodes[id]?.details?.exception == true { continue }
            let path = folder.appending(content.name)
            // Where its pairs stand: looked up where something is wrong only.
            lazy var places = RecordPlaces((try? directory.read(content.name, atMost: RecordText.largest)) ?? [])
            func add(_ complaint: ContentComplaint) {
                var finding = Finding(complaint.rule, at: path, id: content.id, complaint.sentence)
                let place = complaint.key.flatMap { places.value(of: $0) }
                finding.line = complaint.line ?? place?.line
                finding.column = complaint.column ?? place?.column
                findings.append(finding)
            }
            if let complaint = content.complaint { add(complaint) }
            guard let record = content.record, let schema else { continue }
            let problems = schema.check(record)
            for problem in problems.prefix(Project.mostProblems) { add(ContentComplaint(problem)) }
            if problems.count > Project.mostProblems {
                add(ContentComplaint(rule: SchemaViolation.info, message: "And \(problems.count - Project.mostProblems) more values or keys of it break the schema."))
            }
            for key in unique {
                guard let value = record[key], !value.isEmpty else { continue }
                let exact = ExactText(value)
                guard let other = first[key]?[exact] else {
                    first[key, default: [:]][exact] = content.name
                    continue
                }
                let shown = EscapedText.escape(Array(value.utf8.prefix(200)))
                add(ContentComplaint(rule: DoubledValue.info, message: "“\(EscapedText.escape(Array(key.utf8)))” is “\(shown)”, as in \(folder.appending(other)), and is to be unique.", key: key))
            }
            for complaint in try judge.danglingReferences(of: record) { add(complaint) }
        }
        return findings
    }

    /// What a collection holds on disk, whether it was taken in or not; `nil` if there is none of that name.
    func contents(ofFolder name: Name, _ state: ProjectState) throws(ShedError) -> [RecordContent]? {
        guard name.isPossible, !name.isHidden, template.role(named: name) == nil, let directory = try? root.openDirectory(name) else { return nil }
        let folder = RelativePath([name])
        let id = node(at: folder, state).flatMap { state.stands($0) ? $0 : nil }
        if let id, state.model.nodes[id]?.type != .collection { return nil }
        return try contents(of: folder, id, files(in: directory, folder, children(of: id, state)))
    }

    private func children(of collection: NodeID?, _ state: ProjectState) -> [Name: NodeID] {
        var children: [Name: NodeID] = [:]
        for child in collection.map({ state.model.children(of: $0) }) ?? [] where state.stands(child) {
            if let name = state.model.nodes[child]?.place?.name { children[name] = child }
        }
        return children
    }

    /// The records of a folder, by name.
    private func files(
        in directory: DirectoryHandle, _ folder: RelativePath, _ children: [Name: NodeID]
    ) throws(ShedError) -> [(name: Name, id: NodeID?, evidence: Evidence)] {
        var files: [(name: Name, id: NodeID?, evidence: Evidence)] = []
        do throws(DiskError) {
            for entry in try directory.list(atMost: 10_000_000) where entry.kind == .file && entry.name.hasSuffix(".json") && !entry.name.isHidden {
                guard !ignore.ignores(path: folder.appending(entry.name), kind: .file), let evidence = try directory.evidence(of: entry.name) else { continue }
                files.append((entry.name, children[entry.name], evidence))
            }
        } catch {
            // A folder that cannot be read is another rule's.
            guard error.code == .notPermitted else { throw ShedError(error) }
        }
        return files.sorted { $0.name < $1.name }
    }

    /// The schema; `nil` with a finding where it cannot be read.
    private func schema(of collection: RecordCollection, _ findings: inout [Finding]) throws(ShedError) -> Schema? {
        guard let text = try schemaText(of: collection.id) else { return nil }
        do throws(RecordsError) { return try Schema.parse(text) } catch {
            let message = error.message.prefix(1).uppercased() + error.message.dropFirst() + (error.message.last == "." ? "" : ".")
            var finding = Finding(BrokenSchema.info, at: schemaPath(of: collection.id), id: collection.id, message)
            finding.line = error.line
            finding.column = error.column
            findings.append(finding)
            return nil
        }
    }
}

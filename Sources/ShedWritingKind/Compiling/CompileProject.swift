import ShedDisk
import ShedModel
import ShedProject
import ShedReconcile
import ShedRules
import ShedWriting

/// What is kept of what an opened project compiles.
final class CompileProject: ProjectKind {
    unowned let project: Project
    /// Whether something changed since the manuscript was last looked at.
    private var hasChanged = false

    init(_ project: Project) { self.project = project }

    var reader: Reading { project.asKnown }

    // MARK: Checking

    func needs(for selection: RuleSelection) -> CheckNeeds {
        guard selection.contains(OutdatedView.info) || selection.contains(EditedView.info), mayHaveCompiled else { return CheckNeeds() }
        return CheckNeeds(allFiles: true, model: true)
    }

    private var manuscripts: [Template.Folder] { home.template.folders.filter { $0.role == .novel || $0.role == .script } }

    /// Whether something may stand in the folder of the manuscript. Looked for by the names that it usually has; where it has none of
    /// them, it may.
    var mayHaveCompiled: Bool {
        manuscripts.contains { folder in
            let found = ([folder.name] + folder.names).lazy.compactMap { [home] name in try? home.root.openDirectory(Name(name)) }.first
            return found.map { (try? $0.list(atMost: 1).isEmpty) != true } ?? true
        }
    }

    var home: ProjectHome { project.home }

    func check(_ check: KindCheck) throws(ShedError) -> [Finding] {
        guard needs(for: check.selection).model, let folder = try reader.manuscriptFolder() else { return [] }
        let state = try reader.load()
        guard let id = state.node(at: folder) else { return [] }
        let records = CompileRecords(state.meta.kindData[CompileRecords.key])
        var findings: [Finding] = []
        // The disk says which of them are there: one that was not when all was last put in order may be now.
        let made = state.model.children(of: id).compactMap { state.model.nodes[$0] }
        for node in FolderOrder.sorted(made, of: state.model).compactMap({ state.model.nodes[$0] }) {
            guard let hash = CompiledField.hash(of: node), let name = node.place?.name, case let path = folder.appending(name),
                let entry = check.snapshot.entry(at: path)
            else { continue }
            let (record, evidence) = (records[node.id], check.snapshot.entries[entry].evidence)
            let isAsWritten = record?.stamp == WriteStamp(evidence)
            if check.selection.contains(EditedView.info), !isAsWritten, isEdited(path, hash, records, (node.id, evidence)) {
                findings.append(Finding(EditedView.info, at: path, id: node.id, EditedView.message))
            }
            if check.selection.contains(OutdatedView.info), let record, let reason = outdated(record, state, check.snapshot) {
                findings.append(Finding(OutdatedView.info, at: path, id: node.id, reason))
            }
        }
        return findings
    }

    /// Whether a file holds something else than shed wrote; what cannot be read is not known to.
    func isEdited(_ path: RelativePath, _ hash: ContentHash, _ records: CompileRecords, _ found: (id: NodeID, evidence: Evidence)) -> Bool {
        guard let name = path.last, let directory = try? home.root.openDirectory(at: path.parent), let there = try? directory.hash(name, expecting: nil) else { return false }
        return !(records.isOwn(there, found.evidence, of: found.id) ?? (there == hash))
    }

    /// Why what was compiled is older than what it was compiled from; `nil` where it is not. No text is read.
    private func outdated(_ record: CompileRecords.Record, _ state: ProjectState, _ snapshot: Snapshot) -> String? {
        for part in record.parts {
            guard let path = state.model.path(of: part.id), let entry = snapshot.entry(at: path) else { return OutdatedView.message(gone: true, nil) }
            let evidence = snapshot.entries[entry].evidence
            guard WriteStamp(evidence) == part.stamp else { return OutdatedView.message(gone: false, path) }
        }
        // A profile that cannot be read is said by who compiles.
        guard let (profile, bytes) = try? reader.compileProfile(record.profile), let outline = try? reader.outline(of: nil, profile) else { return nil }
        let title = Manuscript(project: home.name.escaped, profile).title
        return outline.digest(bytes, title: title) == record.digest ? nil : OutdatedView.message(gone: true, nil)
    }

    // MARK: The daemon

    func noteIdleWork(after outcome: Outcome, isWhole: Bool, isJudged: Bool) {
        guard reader.compilesAutomatically, !manuscripts.isEmpty else { return }
        if isWhole || !outcome.changes.isEmpty { hasChanged = true }
    }

    var hasIdleWork: Bool { hasChanged }

    /// Compiles the manuscript anew where that has been done once by hand: the first time is a person's. What cannot be compiled is said by
    /// who asks for it; it is tried again when something changes.
    func doIdleWork(_ background: (any BackgroundWork)?) throws(ShedError) {
        hasChanged = false
        guard reader.compilesAutomatically, let folder = try reader.manuscriptFolder() else { return }
        let state = try reader.load()
        let records = CompileRecords(state.meta.kindData[CompileRecords.key])
        let made = state.node(at: folder).map { CompileOutline.children(of: $0, state) } ?? []
        // Each by the profile that a person chose for it.
        var formats: [String: [CompileProfile.Format]] = [:]
        for node in made {
            guard let record = records[node.id], let name = node.place?.name,
                let format = CompileProfile.Format(rawValue: String(decoding: name.parts.suffix.dropFirst(), as: UTF8.self))
            else { continue }
            // What takes another program is not made unasked; nor read, below.
            if !format.needsProgram { formats[record.profile, default: []].append(format) }
        }
        for (profile, formats) in formats.sorted(by: { $0.key < $1.key }) {
            let request = CompileRequest(profile: profile, formats: formats)
            guard (try? reader.needsProgramToRead(request)) == false, let compilation = try? reader.compilation(request) else { continue }
            _ = try? reader.compile(compilation, dryRun: false)
        }
    }
}

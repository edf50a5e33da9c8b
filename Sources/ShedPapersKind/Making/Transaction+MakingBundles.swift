import ShedDisk
import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile
import ShedRules

extension Transaction {
    /// Makes a bundle of PDFs, which are copied: all of it or nothing.
    /// - Parameters:
    ///   - name: the bundle's; `nil`: of the display variant's file, else the OCR variant's, without `.pdf`. A taken one is
    ///     numbered.
    ///   - files: at least the display variant, or the OCR variant.
    /// - Returns: the bundle, or what it would be.
    public func addBundle(named name: Name?, _ files: [PDFVariant: PDFFile], dryRun: Bool = false) throws(ShedError) -> PapersView.Bundle {
        let kind = try papersProject
        guard let first = files[.display] ?? files[.ocr] else {
            throw ShedError(.usage, .bundleNeedsPDF, remedy: .namePDFOrOCR)
        }
        let tools = try tools()
        var looked: [PDFVariant: LookedThrough] = [:]
        for (variant, file) in files {
            do throws(PapersError) { looked[variant] = try kind.looked(at: file, tools) } catch { throw ShedError(error, about: nil) }
        }
        let parent = try bundlesFolder(dryRun: dryRun)
        let wanted = name ?? Name(bytes: first.label.utf8.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []).pdfStem
        try ShedError.requireName(wanted, of: "a bundle", hint: .optionGivesOne(option: "--name"))
        try mayBeMade(bundle: wanted, in: parent)
        let path = parent.appending(try freeName(wanted, in: parent, isFile: false))
        let id = newID()
        let facts = looked.mapValues(\.bundleFile)
        guard !dryRun else {
            let counts = facts.mapValues(\.pages)
            return PapersView.Bundle(id: id, path: path, files: facts, alignment: Alignment(counts: counts), attachments: [], users: [])
        }
        var change = try stageChange()
        do { try stage(looked.mapValues(\.file), expecting: facts, at: path, id, &change) } catch {
            discard(change)
            throw ShedError(error)
        }
        try putInPlace(change)
        guard let made = PapersView.newBundle(id, try load()) else { throw ShedError(.environment, .changedAtPath(path: "\(path)"), remedy: .lookAndRunAgain) }
        return made
    }

    /// Adds a variant to a bundle, or replaces one. A display variant that lacks pages that are in use is refused. What stands
    /// in its place and is not the variant that counts goes to Rejected: it is nowhere else.
    /// - Parameter rejected: becomes what went there, also where an error is thrown later.
    public func attach(
        _ file: PDFFile, as variant: PDFVariant, to bundle: PapersView.Bundle, dryRun: Bool = false, rejected: inout [Move]
    ) throws(ShedError) -> PapersView.Bundle {
        let view = try papers()
        guard let bundle = view.bundle(bundle.id) else { throw ShedError.notFound(bundle.path) }
        let target = bundle.path.appending(Name(variant.fileName))
        let (tools, kind) = (try tools(), try papersProject)
        let looked: LookedThrough
        do throws(PapersError) { looked = try kind.looked(at: file, tools) } catch { throw ShedError(error, about: nil) }
        let facts = looked.bundleFile
        if variant == .display, let lost = view.firstLost(of: bundle.id, pages: facts.pages) { throw ShedError.refused(lost, target) }
        var result = bundle
        result.files[variant] = facts
        guard !dryRun else { return result }
        var change = try stageChange()
        let strange: Evidence?
        do {
            let there = try standing(variant, of: bundle, view)
            strange = there.flatMap { $0.content != nil && $0.content == bundle.files[variant]?.hash ? nil : $0.evidence }
            if variant == .display, strange == nil { try protect(bundle) }
            _ = try change.folder.directory.copy(file.file, as: "variant", mode: 0o644, expecting: facts.hash)
            try change.add("variant", to: target, replacing: there?.evidence, rejecting: strange.map { _ in NameCollision.info.name })
            if there == nil { change.assigned[target] = newID() }
            change.operations = [Operation(bundle.id, [facts.field(variant)])]
        } catch {
            discard(change)
            throw ShedError(error)
        }
        try putInPlace(change)
        if let strange { try recordRejection(of: strange, from: target, &rejected) }
        if let made = try papers().bundle(bundle.id), !made.users.isEmpty { try protect(made) }
        if variant == .display { try remakeStale(of: bundle.id) }
        return try papers().bundle(bundle.id) ?? result
    }

    /// What stands in the place of a bundle's variant; `nil`: nothing.
    private func standing(_ variant: PDFVariant, of bundle: PapersView.Bundle, _ view: PapersView) throws(DiskError) -> StandingFile? {
        let name = Name(variant.fileName)
        guard let there = try root.openDirectory(at: bundle.path).evidence(of: name) else { return nil }
        let state = try? load()
        let id = view.model.children(of: bundle.id, named: name).min()
        return id.flatMap { id in state.flatMap { file(of: id, at: bundle.path.appending(name), $0) } } ?? StandingFile(evidence: there)
    }

    private func recordRejection(of file: Evidence, from path: RelativePath, _ rejected: inout [Move]) throws(ShedError) {
        guard let moved = try lastRejected(from: path, file.identity) else { return }
        let refusal = Refusal(rule: NameCollision.info, .replacedUnseen)
        rejected = [Move(node: moved.id, from: path, to: moved.path, identity: file.identity, purpose: .reject, refusal: refusal)]
        try seeRejected()
        record(historyEntries(of: rejected))
    }

    /// The folder of bundles, made anew where it is gone.
    func bundlesFolder(dryRun: Bool = false) throws(ShedError) -> RelativePath {
        if let path = try folder(with: .bundles) { return path }
        let name = Name(template.folder(.bundles)?.name ?? "Bundles")
        guard !dryRun else { return RelativePath([name]) }
        try requireWriting()
        let free = try freeName(name, in: .root, isFile: false)
        do throws(DiskError) { try make(.folder, at: RelativePath([free])) } catch { throw ShedError(error) }
        try walk(.afterVerb())
        guard let made = try folder(with: .bundles) else {
            throw ShedError(.environment, .noFolderForBundles, remedy: .makeFolderAtRoot(name: "\(name)"))
        }
        return made
    }
}

extension ProjectReader {
    /// Stages a bundle's folder with copies of its files.
    func stage(
        _ files: [PDFVariant: PDFFile], expecting facts: [PDFVariant: BundleFile], at path: RelativePath, _ id: NodeID, _ change: inout StagedChange
    ) throws {
        let folder = try change.makeFolder(for: path)
        change.assigned[path] = id
        for (variant, file) in files.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let name = Name(variant.fileName)
            _ = try folder.copy(file.file, as: name, mode: 0o644, expecting: facts[variant]?.hash)
            change.assigned[path.appending(name)] = newID()
        }
        change.operations.append(Operation(id, facts.sorted { $0.key.rawValue < $1.key.rawValue }.map { $0.value.field($0.key) }))
    }

    /// Asks the rules whether a bundle may be made: what shed makes and then refuses would be made again, without end.
    /// - Parameter parent: the folder of bundles, there or not.
    func mayBeMade(bundle name: Name, in parent: RelativePath) throws(ShedError) {
        let facts = hasEntry(at: parent) ? try facts(of: find(parent)) : factsOfMissingBundles(label: parent.last?.escaped ?? ".")
        guard let refusal = home.rules.refusal(of: Candidate(name: name, type: .folder, provenance: .new), in: facts) else { return }
        let isClosed = [ClosedFolder.info, WrongType.info].contains(refusal.rule)
        let remedy = isClosed ? Message.allowLetsIt(command: "shed allow \(ShellWord.path(parent)) folders") : refusal.rule.cureInWords
        throw ShedError.refused(by: refusal.rule, .about(subject: "\(parent.appending(name))", text: refusal.words), remedy: remedy)
    }

    /// The folder of bundles as it will be when it is made.
    private func factsOfMissingBundles(label: String) -> FolderFacts {
        home.rules.facts(of: Node(id: id, type: .folder, role: .bundles, accepts: .folders), label: label)
    }
}

extension ShedError {
    /// - Throws: where a bundle cannot be called so, whoever chose the name.
    static func requireBundleName(_ name: Name) throws(ShedError) {
        guard name.isPossible, !name.isHidden, !name.bytes.contains(UInt8(ascii: "/")) else {
            throw ShedError(.usage, .impossibleName(name: "\(name)", what: "a bundle"), remedy: .namesOfBundles)
        }
    }
}

import ShedDisk
import ShedModel
import ShedProject
import ShedRules

/// The part of an opened project that knows what was submitted: what its rules find. It keeps nothing: the files say all of it.
final class SubmissionsPart: ProjectKind {
    private unowned let project: Project

    init(_ project: Project) { self.project = project }

    /// By the names that its folder has in any language.
    var soughtFiles: [Name: [UInt8]] {
        guard let template = project.asKnown.template.folder(.submissions) else { return [:] }
        return Dictionary(([template.name] + template.names).map { (Name($0), Array(SubmissionReader.ending.utf8)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Reads the records as they stand on the disk, also those that nobody has taken in yet. The scan says where they stand, and the model is
    /// loaded only where there is a record, so that a check of a project without submissions need not look at all files for it.
    func check(_ check: KindCheck) throws(ShedError) -> [Finding] {
        let reader = project.asKnown
        let (asksReading, asksPiece) = (check.selection.contains(UnreadableSubmission.info), check.selection.contains(SubmissionWithoutPiece.info))
        guard asksReading || asksPiece, let template = reader.template.folder(.submissions) else { return [] }
        // Where a folder bears the name that it was given, and holds none, nothing more is to be known.
        let named = RelativePath([Name(template.name)])
        if reader.hasEntry(at: named), files(below: named, check.snapshot, reader).isEmpty { return [] }
        guard let folder = try reader.folder(with: .submissions) else { return [] }
        let state = try reader.load()
        let files = files(below: folder, check.snapshot, reader).map { (path: $0, id: state.node(at: $0)) }
        var records = SubmissionReader(reader.root, state, folder: folder)
        let book = records.read(files)
        var findings: [Finding] = []
        for broken in asksReading ? book.unreadable : [] {
            let message = "It is no record of a submission that can be read: \(broken.reason)."
            var finding = Finding(UnreadableSubmission.info, at: broken.path, id: broken.id, message)
            finding.line = broken.line
            findings.append(finding)
        }
        for submission in asksPiece ? book.submissions : [] where submission.piece == .gone {
            let message = "What it says was sent, “\(submission.pieceLabel)”, is no text of this project."
            findings.append(Finding(SubmissionWithoutPiece.info, at: submission.path, id: submission.id, message))
        }
        return findings
    }

    /// A folder may hold any number of files.
    private static let mostEntries = 1_000_000

    /// The files that may be records, in the order of their paths. What no scan enters is left out.
    private func files(below folder: RelativePath, _ snapshot: Snapshot, _ reader: Reading) -> [RelativePath] {
        guard let first = snapshot.directory(at: folder) else { return [] }
        // Else the scan may have left out records.
        let isSought = folder.names.first.map { soughtFiles[$0] != nil } ?? false
        var isBelow = [Bool](repeating: false, count: snapshot.directories.count)
        isBelow[first] = true
        var files: [RelativePath] = []
        // What a directory stands in has a lower number.
        for (number, directory) in snapshot.directories.enumerated().dropFirst(first) {
            if directory.parent >= 0, isBelow[Int(directory.parent)] { isBelow[number] = true }
            guard isBelow[number], directory.state == .read else { continue }
            var names = directory.entries.filter { snapshot.entries[$0].kind == .file }.map(snapshot.name(of:))
            if directory.leavesOutFiles { names = isSought ? [] : unlisted(in: snapshot.path(ofDirectory: number), reader) }
            names.removeAll { !SubmissionReader.mayBeRecord($0) }
            if !names.isEmpty { files += names.map(snapshot.path(ofDirectory: number).appending) }
        }
        return files.sorted()
    }

    /// The files of a directory of which a scan has left out the files.
    private func unlisted(in path: RelativePath, _ reader: Reading) -> [Name] {
        let entries = (try? reader.root.openDirectory(at: path).list(atMost: SubmissionsPart.mostEntries)) ?? []
        let ignore = reader.home.configuration.ignore
        return entries.filter { $0.kind == .file && !ignore.ignores(path: path.appending($0.name), kind: .file) }.map(\.name)
    }
}

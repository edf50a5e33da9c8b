import ShedDisk
import ShedModel
import ShedProject
import ShedRules

/// The part of an opened project that knows what was submitted: what its rules find. It keeps nothing: the files say all of it.
final class SubmissionsPart: ProjectKind {
    private unowned let project: Project

    init(_ project: Project) { self.project = project }

    /// Reads the records as they stand on the disk, also those that nobody has taken in yet. It lists their folders itself and loads the
    /// model only where there is a record, so that a check of a project without submissions need not look at all files for it.
    func check(_ check: KindCheck) throws(ShedError) -> [Finding] {
        let reader = project.asKnown
        let (asksReading, asksPiece) = (check.selection.contains(UnreadableSubmission.info), check.selection.contains(SubmissionWithoutPiece.info))
        guard asksReading || asksPiece, let template = reader.template.folder(.submissions) else { return [] }
        // Where a folder bears the name that it was given, and holds none, nothing more is to be known.
        let named = RelativePath([Name(template.name)])
        if reader.hasEntry(at: named), files(below: named, reader).isEmpty { return [] }
        guard let folder = try reader.folder(with: .submissions) else { return [] }
        let state = try reader.load()
        let files = files(below: folder, reader).map { (path: $0, id: state.node(at: $0)) }
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
    private func files(below folder: RelativePath, _ reader: Reading) -> [RelativePath] {
        let ignore = reader.home.configuration.ignore
        var files: [RelativePath] = []
        var waiting = [folder]
        while let path = waiting.popLast() {
            guard let directory = try? reader.root.openDirectory(at: path), !directory.holdsProject, !directory.isTopOfMount,
                let entries = try? directory.list(atMost: SubmissionsPart.mostEntries)
            else { continue }
            for entry in entries where !entry.name.isHidden {
                let place = path.appending(entry.name)
                let mayEnter = entry.kind == .directory && !place.isTooDeep
                guard mayEnter || entry.kind == .file && SubmissionReader.mayBeRecord(entry.name), !ignore.ignores(path: place, kind: entry.kind) else { continue }
                if mayEnter { waiting.append(place) } else { files.append(place) }
            }
        }
        return files.sorted()
    }
}

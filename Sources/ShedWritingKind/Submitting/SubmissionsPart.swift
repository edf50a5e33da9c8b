import ShedModel
import ShedProject
import ShedRules

/// The part of an opened project that knows what was submitted: what its rules find. It keeps nothing: the files say all of it.
final class SubmissionsPart: ProjectKind {
    private unowned let project: Project

    init(_ project: Project) { self.project = project }

    private func isAsked(_ selection: RuleSelection) -> Bool { selection.contains(UnreadableSubmission.info) || selection.contains(SubmissionWithoutPiece.info) }

    func needs(for selection: RuleSelection) -> CheckNeeds {
        guard isAsked(selection), project.asKnown.template.folder(.submissions) != nil else { return CheckNeeds() }
        return CheckNeeds(allFiles: true, model: true)
    }

    /// Reads the records as they stand on the disk, also those that nobody has taken in yet.
    func check(_ check: KindCheck) throws(ShedError) -> [Finding] {
        let reader = project.asKnown
        guard isAsked(check.selection), let folder = try reader.folder(with: .submissions) else { return [] }
        let state = try reader.load()
        var records = SubmissionReader(reader.root, state, folder: folder)
        let book = records.read(SubmissionsPart.files(below: folder, check.snapshot, state))
        var findings: [Finding] = []
        if check.selection.contains(UnreadableSubmission.info) {
            for broken in book.unreadable {
                let message = "It is no record of a submission that can be read: \(broken.reason)."
                var finding = Finding(UnreadableSubmission.info, at: broken.path, id: broken.id, message)
                finding.line = broken.line
                findings.append(finding)
            }
        }
        guard check.selection.contains(SubmissionWithoutPiece.info) else { return findings }
        for submission in book.submissions where submission.piece == .gone {
            let message = "What it says was sent, “\(submission.pieceLabel)”, is no text of this project."
            findings.append(Finding(SubmissionWithoutPiece.info, at: submission.path, id: submission.id, message))
        }
        return findings
    }

    /// The files that may be records, in the order of their paths.
    private static func files(below folder: RelativePath, _ snapshot: Snapshot, _ state: ProjectState) -> [SubmissionReader.Candidate] {
        guard let start = snapshot.entry(at: folder).map({ Int(snapshot.entries[$0].directory) }), start >= 0 else { return [] }
        var files: [SubmissionReader.Candidate] = []
        var waiting = [(directory: start, path: folder)]
        while let (directory, path) = waiting.popLast() {
            for entry in snapshot.sortedEntries(of: directory) {
                let (name, inner) = (snapshot.name(of: entry), snapshot.entries[entry].directory)
                let place = path.appending(name)
                if inner >= 0 {
                    waiting.append((Int(inner), place))
                } else if snapshot.entries[entry].kind == .file, SubmissionReader.mayBeRecord(name) {
                    files.append((place, state.node(at: place)))
                }
            }
        }
        return files.sorted { $0.path < $1.path }
    }
}

import ShedModel
import ShedProject

extension Doctor {
    /// Whether a batch is missing, or torn, that git has in another branch, in a stash, or in what a rebase left behind. Only of projects in a
    /// git work tree, and git is asked only where one is missing.
    func absentBatches(of patient: Patient) -> [Diagnosis] {
        guard let root = patient.handle, patient.isSame, Carriers(around: root, path: patient.path, home: surroundings.environment["HOME"]).git != nil,
            let project = try? Project.open(containing: patient.path, surroundings: surroundings, purpose: .look),
            let found = try? project.committedBatches(), let first = found.missing.first
        else { return [] }
        let subject = switch (found.missing.count, found.torn.count) {
        case (1, 0): "batch \(first), on which another builds, is not in .shed"
        case (1, _): "batch \(first) is torn in .shed"
        case (let count, 0): "\(count) batches, on which others build, are not in .shed (\(first), …)"
        case (let count, let torn): "\(count) batches are not in .shed, or torn there, as \(torn) \(torn == 1 ? "is" : "are") (\(first), …)"
        }
        let cost = "nothing new gets an ID, and nothing is judged, until that is back"
        let word = ShellWord.quote(patient.path)
        guard !found.commits.isEmpty else {
            return [
                Diagnosis(
                    .git, .warning, subject: patient.path, "\(subject), and git names no commit that has it", cost: cost,
                    remedy: "let the sync finish, or copy it from another device or a backup; if it is lost for good: shed -C \(word) sync --lost")
            ]
        }
        let places = found.commits.map(CommittedBatches.place).joined(separator: ", ")
        let known = found.commits.reduce(0) { $0 + $1.batches.count }
        let what = found.missing.count == 1 ? "git has it" : known == found.missing.count ? "git has them" : "git has \(known) of them"
        return [
            Diagnosis(.git, .warning, subject: patient.path, "\(subject); \(what) \(places)", cost: cost, remedy: "\(found.cure) && shed -C \(word) sync")
        ]
    }
}

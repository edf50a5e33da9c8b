import ShedModel
import ShedProject
import ShedReconcile

/// Sees to it that what was written is counted on its day: in idle moments of a daemon, of files that a walk saw changed.
final class WordDiary: ProjectKind {
    private let survey: WordSurvey

    init(_ project: Project) { survey = WordSurvey(project) }

    /// Copies of what was sent somewhere.
    func holdsCopies(_ role: Role) -> Bool { role == .submissions }

    func noteIdleWork(after outcome: Outcome, isWhole: Bool, isJudged: Bool) {
        if isWhole { return survey.noteAll() }
        for change in outcome.changes where change.kind != .removed && !change.type.isDirectory {
            guard let name = change.path.last, WordCounts.counts(name) else { continue }
            change.id.map(survey.note)
        }
    }

    var hasIdleWork: Bool { survey.isNeeded }

    func doIdleWork(_ background: (any BackgroundWork)?) throws(ShedError) { try survey.step() }
}

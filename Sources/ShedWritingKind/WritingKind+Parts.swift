import ShedProject

extension WritingKind {
    /// What a project for writers is made of, in the order in which each is asked.
    static func parts(of project: Project) -> [any ProjectKind] {
        [
            NumberFollowing(project),
            ViewsProject(project),
            CollectionsProject(project),
            DailySnapshots(project),
            WordDiary(project),
            SubmissionsPart(project),
            CompileProject(project),
        ]
    }
}

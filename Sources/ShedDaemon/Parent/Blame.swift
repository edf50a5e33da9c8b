import ShedModel
import ShedProject

/// Under which projects the daemon died, as far as those who were at work tell.
///
/// **Who is to blame.** Whoever was at work may be the cause, and nobody else. So
///
/// 1. where one project alone was at work, the death is its own;
/// 2. where some were at work that were no suspects, it is counted as theirs, all of them: it makes them suspects, and next time
///    it can be told;
/// 3. where several suspects were, it is shared (``Quarantine/noteShared(in:at:)``): no death of theirs, but they keep apart from
///    now on, and the suspects that were there in the second case too.
///
/// **That no innocent project is left alone.** That takes two deaths of its own within an hour (or memory that it took alone). The
/// first makes it a suspect for that hour, so the second is its own only by the first rule: it was there alone. A slow or hanging
/// project beside which another one dies, and one that has to work beside it, get no more than shared ones.
///
/// **That no guilty one goes on for ever.** Each death either is its own, twice at most; or makes suspects of projects that were none,
/// which is once an hour for each of the others; or is shared. After a shared one the suspects that it concerned wait for their turn
/// without end (``ProjectWork``), with their background work too, so no two of them are at work together until the suspicion is over:
/// what dies then is alone. That lasts two hours, then four, at most 32. So one that knows how to die only beside a certain other one, which must
/// be at work for hours in one piece, has a death in 32 hours, all others two of their own.
struct Blame<Project: Hashable & Sendable>: Hashable, Sendable {
    /// Whose own the death is.
    var causes: [Project] = []
    /// Who may be the cause as well as another one.
    var shared: [Project] = []

    init() {}

    /// - Parameter atWork: who was at work, and how; a project may be there twice, for its thread and for what is done in the
    ///   background.
    init(_ atWork: [(Project, WorkNote.Manner)]) {
        var projects: [Project] = []
        var usual: Set<Project> = []
        for (project, manner) in atWork where manner != .not {
            if !projects.contains(project) { projects.append(project) }
            if manner == .usual { usual.insert(project) }
        }
        if usual.isEmpty, projects.count == 1 { usual = Set(projects) }
        causes = projects.filter(usual.contains)
        shared = projects.filter { !usual.contains($0) }
    }

    /// Writes it down.
    /// - Parameters:
    ///   - folder: what this machine keeps of a project; `nil` where nothing can be written down.
    ///   - signal: by which it died; 0: it needed more memory than it may.
    ///   - now: milliseconds since 1970.
    ///   - isProven: whether nothing else can have been the cause, so that once is enough.
    ///   - complain: is told what could not be written.
    /// - Returns: whether any of it stands there now. What does not is no explanation: it would be so again the next time.
    func note(
        in folder: (Project) -> ProjectStateFolder?, by signal: Int32, at now: Int64, isProven: Bool = false,
        complain: (ProjectStateFolder, ShedError) -> Void
    ) -> Bool {
        var isNoted = false
        func attempt(_ project: Project, _ write: (ProjectStateFolder) throws(ShedError) -> Void) {
            guard let folder = folder(project) else { return }
            do throws(ShedError) {
                try write(folder)
                isNoted = true
            } catch { complain(folder, error) }
        }
        for project in causes {
            attempt(project) { folder throws(ShedError) in try Quarantine.noteDeath(in: folder, by: signal, at: now, isProven: isProven) }
        }
        for project in shared { attempt(project) { folder throws(ShedError) in try Quarantine.noteShared(in: folder, at: now) } }
        return isNoted
    }
}

import Glibc
import ShedModel
import ShedPapers
import ShedProject
import ShedThreads

/// Takes the texts and annotations of a daemon's projects in the background: on a thread that is there only while there is something to
/// do, with low priority (nice(1)), and with no lock of any project. A daemon that has nothing to do is not woken by it.
final class TextDesk: BackgroundWork {
    /// What is taken of a content.
    private struct Subject: Hashable {
        var content: ContentHash
        var part: TextJob.Part

        init(_ job: TextJob) { (content, part) = (job.content, job.part) }
    }

    /// What a project wants done.
    private struct Task: Sendable {
        var project: OpenedProject
        var jobs: [TextJob]
        var run: TextRun
    }

    private struct State {
        var waiting: [Task] = []
        var current: (project: OpenedProject, cancellation: Cancellation)?
        var thread: Thread?
        /// Whether the thread is past its last look at what waits.
        var hasEnded = false
        var isStopped = false
        /// What cannot be read, and is not tried again while the daemon runs.
        var givenUp: Set<Subject> = []
        var failures: [(project: OpenedProject, fault: ShedError)] = []
        /// Told before and after what is done for a project.
        var observer: @Sendable (_ project: OpenedProject, _ isAtWork: Bool) -> Bool = { _, _ in true }
        /// How often something came to what waits, or may go on that might not.
        var news = 0
    }

    private let state = Lock(State())
    /// Called on any thread after something went wrong.
    private let wake: @Sendable () -> Void

    /// As nice(1) has it by default.
    private static let niceness: Int32 = 10

    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Takes on what a project wants, instead of what it wanted before; what is being read just now is read to its end.
    func take(_ jobs: [TextJob], of project: OpenedProject, by run: TextRun) {
        state.withLock { state in
            state.waiting.removeAll { $0.project == project }
            let jobs = jobs.filter { !state.givenUp.contains(Subject($0)) }
            guard !state.isStopped, !jobs.isEmpty else { return }
            // Where Tesseract is missing or the like, annotations are read all the same.
            for jobs in [jobs.filter { $0.part == .annotations }, jobs.filter { $0.part == .text }] where !jobs.isEmpty {
                state.waiting.append(Task(project: project, jobs: jobs, run: run))
            }
            beginToWork(&state)
        }
    }

    /// Has the thread look at what waits, which is started where there is none.
    private func beginToWork(_ state: inout State) {
        state.news += 1
        guard !state.isStopped, state.thread == nil || state.hasEnded else { return }
        state.thread?.join()
        state.hasEnded = false
        state.thread = start()
    }

    func tellOfWork(_ observer: @escaping @Sendable (_ project: OpenedProject, _ isAtWork: Bool) -> Bool) { state.withLock { $0.observer = observer } }

    /// What might not begin may by now.
    func goOn() { state.withLock { if !$0.waiting.isEmpty { beginToWork(&$0) } } }

    /// Lets go of a project.
    func drop(_ project: OpenedProject) {
        state.withLock { state in
            state.waiting.removeAll { $0.project == project }
            if state.current?.project == project { state.current?.cancellation.cancel() }
        }
    }

    /// Ends what is done, within some hundredths of a second. What was recognised is kept.
    func stop() {
        let thread = state.withLock { state in
            state.isStopped = true
            state.waiting = []
            state.current?.cancellation.cancel()
            defer { state.thread = nil }
            return state.thread
        }
        thread?.join()
    }

    /// What went wrong since this was last asked.
    func takeFailures() -> [(project: OpenedProject, fault: ShedError)] {
        state.withLock { state in
            defer { state.failures = [] }
            return state.failures
        }
    }

    private func start() -> Thread? {
        try? Thread { [self] in
            // Of this thread alone, and of those and the programs that it starts (setpriority(2), “C library/kernel differences”).
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, TextDesk.niceness)
            while workOn() {}
        }
    }

    /// Takes what waits and may begin; told of, if there is any.
    private func next(_ cancellation: Cancellation) -> Task? {
        while true {
            let (projects, observer, news) = state.withLock { ($0.waiting.map(\.project), $0.observer, $0.news) }
            var asked: Set<OpenedProject> = []
            // Without the lock: whoever is told may have its own.
            for project in projects where asked.insert(project).inserted && observer(project, true) {
                let task = state.withLock { state -> Task? in
                    guard let first = state.waiting.firstIndex(where: { $0.project == project }) else { return nil }
                    state.current = (project, cancellation)
                    return state.waiting.remove(at: first)
                }
                if let task { return task }
                // It was dropped meanwhile.
                _ = observer(project, false)
            }
            let isOver = state.withLock { state in
                state.hasEnded = state.news == news
                return state.hasEnded
            }
            if isOver { return nil }
        }
    }

    /// - Returns: whether there was anything to do.
    private func workOn() -> Bool {
        let cancellation = Cancellation()
        guard let task = next(cancellation) else { return false }
        let observer = state.withLock { $0.observer }
        defer { _ = observer(task.project, false) }
        // What was read is kept; the project asks for the rest when there is time again.
        @Sendable func stopWithoutTime() {
            guard let allowance = task.run.tools.allowance, allowance.due != nil else { return }
            allowance.noteWaiting()
            cancellation.cancel()
        }
        stopWithoutTime()
        do throws(PapersError) {
            _ = try task.run.perform(
                task.jobs, cancellation, progress: { _ in stopWithoutTime() }, finished: { [self] in note($0, of: task.project) })
        } catch { giveUp(task.jobs, of: task.project, error) }
        state.withLock { $0.current = nil }
        return true
    }

    private func note(_ result: TextResult, of project: OpenedProject) {
        if let fault = result.fault, !result.isDone { giveUp([result.job], of: project, fault) }
    }

    private func giveUp(_ jobs: [TextJob], of project: OpenedProject, _ fault: PapersError) {
        guard fault.kind != .cancelled else { return }
        // A disk that is full, or away, may be there again at the next change.
        var isPassing = false
        if case .disk = fault.kind { isPassing = true }
        state.withLock { state in
            if !isPassing { state.givenUp.formUnion(jobs.map(Subject.init)) }
            // A program that is missing is no matter of one file.
            var isOfMachine = false
            if case .programMissing = fault.kind { isOfMachine = true }
            let error = ShedError(fault, about: jobs.count == 1 && !isOfMachine ? jobs.first?.file : nil)
            // Of many that want the same program one says enough.
            guard state.failures.count < 20, !state.failures.contains(where: { $0.project == project && $0.fault.message == error.message }) else { return }
            state.failures.append((project, error))
        }
        wake()
    }
}

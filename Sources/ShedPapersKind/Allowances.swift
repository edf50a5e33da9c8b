import Glibc
import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile
import ShedRules
import ShedThreads

/// What programs may use in each project, where a daemon has them run and nobody asked: by the project's root, so that a project
/// that is opened anew, or says that it is another one, has no more.
final class Allowances: Sendable {
    /// Those of one project.
    struct OfProject: Sendable {
        /// For looking into PDFs and making pages.
        let looking: ToolAllowance
        /// For texts and annotations, which are taken in the background, with low priority.
        let reading: ToolAllowance

        init(now: @escaping @Sendable () -> Int64) {
            looking = ToolAllowance(seconds: 600, now: now)
            reading = ToolAllowance(seconds: 1_800, now: now)
        }
    }

    private let known = Lock<[[UInt8]: OfProject]>([:])

    func allowances(of home: ProjectHome) -> OfProject {
        known.withLock { known in
            if let allowances = known[home.path] { return allowances }
            let allowances = OfProject(now: home.surroundings.now)
            known[home.path] = allowances
            return allowances
        }
    }
}

extension LookObstacle {
    /// Why something is not looked into by this walk any more.
    /// - Parameter now: in milliseconds since 1970.
    static func nextTurn(now: Int64) -> LookObstacle {
        .until(now + 500, "It waits for its turn, after other projects: it is looked into soon, and by “shed sync” at once.")
    }
}

extension ToolAllowance {
    /// Why something is not looked into now, and until when; `nil` where it may be.
    var obstacle: LookObstacle? {
        due.map { due in
            .until(
                due,
                "It waits: what this project holds has used up the \(seconds) seconds of a processor that it may have in an hour; it is looked into at \(ToolAllowance.clock(due)), and by “shed sync” at once.")
        }
    }

    /// `14:05`, in local time.
    static func clock(_ milliseconds: Int64) -> String {
        var (seconds, parts) = (time_t(milliseconds / 1_000), tm())
        localtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(parts.tm_hour)):\(two(parts.tm_min))"
    }
}

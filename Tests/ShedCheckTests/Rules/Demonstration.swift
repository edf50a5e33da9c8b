import ShedRuleExamples
import ShedRules
import ShedTestSupport
import ShedThreads

/// What comes of an example of a rule. It is carried out once, by the first test that asks; what goes wrong reaches each that asks.
struct Demonstration: Sendable {
    /// What `check` finds, or whatever the example asks.
    let findings: [Finding]
    /// The same as the manual shows it.
    let says: [String]
    /// What a machine finds that never saw the project; `nil` where it is not asked.
    let ofStranger: Result<[Finding]?, any Error>?
    /// What is found after the first command of the cure; `nil` where that is not tried.
    let cured: Result<Cured, any Error>?

    /// What a command leaves.
    struct Cured: Sendable {
        let command: String
        /// One finding a line, as `check` prints them.
        let left: String
    }

    /// - Parameter example: `fails` or `passes`.
    static func of(_ rule: String, _ example: String) async throws -> Demonstration {
        let key = "\(rule)/\(example)"
        let isFirst = all.withLock { all in
            guard all[key] == nil else { return false }
            all[key] = .begun([])
            return true
        }
        // Whoever comes meanwhile waits, and leaves the thread to other tests.
        guard isFirst else {
            return try await withCheckedThrowingContinuation { waiting in all.withLock { $0[key]?.answer(waiting) } }
        }
        let result = Result { try Demonstration(rule, example) }
        let waiting = all.withLock { all in
            defer { all[key] = .done(result) }
            if case .begun(let waiting) = all[key] { return waiting }
            return []
        }
        for one in waiting { one.resume(with: result) }
        return try result.get()
    }

    private enum State {
        case begun([CheckedContinuation<Demonstration, any Error>])
        case done(Result<Demonstration, any Error>)

        mutating func answer(_ one: CheckedContinuation<Demonstration, any Error>) {
            switch self {
            case .begun(let waiting): self = .begun(waiting + [one])
            case .done(let result): one.resume(with: result)
            }
        }
    }

    private static let all = Lock<[String: State]>([:])

    private init(_ rule: String, _ example: String) throws {
        let bench = try RuleBench()
        let found = try bench.findings(in: RuleScript(of: rule, example))
        findings = found
        says = RuleSource.says(found, in: bench)
        let fails = example == "fails"
        // Whoever only looks changes nothing; the cure comes last.
        ofStranger = fails && `Each rule`.anywhere.contains(rule) ? Result { try bench.findingsOfStranger() } : nil
        cured = fails && `The cure of each rule`.tried.contains(rule) ? Result { try Demonstration.cure(rule, on: bench) } : nil
    }

    private static func cure(_ rule: String, on bench: RuleBench) throws -> Cured {
        let command = try `The cure of each rule`.firstCommand(of: rule)
        let path = bench.shelf.path
        let left = try bench.shelf.shell("""
            export HOME='\(path)/home' SHED_STATE_DIR='\(path)/state' XDG_DATA_HOME='\(path)/data' LC_ALL=C.UTF-8
            shed() { '\(ShedProgram.path)' "$@"; }
            cd Poems; { \(command); } > /dev/null && shed check --select \(rule) --format gnu --exit-zero 2> /dev/null
            """)
        return Cured(command: command, left: left)
    }
}

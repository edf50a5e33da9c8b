import ShedPapersKind
import ShedProject
import ShedRecordsKind
import ShedRules
import ShedWritingKind

/// The kinds of project that the program has: what a check finds and what the doctor says is also theirs.
package enum ProgramKinds {
    package static let all: [any KindModule] = [WritingKind(), PapersKind(), RecordsKind()]
    /// All rules of the program.
    package static let rules = KindModules(all).rules
}

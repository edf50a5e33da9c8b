import ShedPapersKind
import ShedProject
import ShedRecordsKind
import ShedRules
import ShedWritingKind

/// The kinds of project with rules of their own that the program has: what a check finds and what the doctor says is also theirs.
package enum ProgramKinds {
    /// Those for writers, which every shelf has, are not among them.
    package static let all: [any KindModule] = [PapersKind(), RecordsKind()]
    /// All rules of the program.
    package static let rules = KindModules([WritingKind()] + all).rules
}

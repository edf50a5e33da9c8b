import ShedTestSchedule
import Testing

/// That the trials can fail at all.
@Suite(.waitsForPrograms) struct `The bench` {
    @Test(arguments: [
        ("echo x > Draft/tmp; barrier; rm Draft/tmp", "missing are [\"Draft/tmp\"]"),
        ("echo x > Draft/New.txt", "a stray node: Draft/New.txt"),
        ("rm Draft/Ode.txt; barrier", "Draft/Ode.txt is no node any more"),
        ("mv Draft/Ode.txt Draft/Elegy.txt", "Draft/Elegy.txt lost its ID"),
        ("ln -s nowhere Draft/Link.txt", "check: "),
        ("echo x > Draft/Ode.txt", "Draft/Ode.txt holds “x\n”"),
        ("false", "the script ended with 1"),
    ], Attendance.allCases)
    func `it notices what a program does wrong`(fault: (script: String, words: String), attendance: Attendance) throws {
        let trial = Trial(
            program: Program("sh"), operation: "a fault", script: fault.script, contents: ["Draft/Ode.txt": "one\n"])
        let faults = try Bench().faults(of: trial, attendance)
        #expect(faults.contains { $0.hasPrefix(fault.words) }, "\(faults)")
    }

    @Test func `it notices a rejection`() throws {
        let trial = Trial(program: Program("sh"), operation: "a fault", script: "echo x > note.txt; await 'test -e Rejected/note.txt'")
        let faults = try Bench().faults(of: trial, .watched)
        #expect(faults.contains("rejected: Rejected/note.txt"), "\(faults)")
    }
}

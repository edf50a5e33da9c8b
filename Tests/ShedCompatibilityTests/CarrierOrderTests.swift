import Testing

/// What a carrier does in steps, made step by step: the batch first, then the new place, then the old one goes.
@Suite struct `A carrier that is still at work` {
    @Test(arguments: Attendance.allCases)
    func `the old place and the new one stand together for a while`(attendance: Attendance) throws {
        try Bench.hold(
            Trial(
                program: Program("cp"), operation: "what another device moved comes batch first, the old place goes last",
                script: """
                    mkdir .stfolder; cp -a . ../Two; "$SHED" -C ../Two sync; cp -an ../Two/.shed/ops/. .shed/ops/; barrier
                    (cd ../Two; mv Collections/Book Collections/Livre; mv Draft/Ode.txt 'Draft/Ode II.txt'; "$SHED" sync)
                    cp -an ../Two/.shed/ops/. .shed/ops/; barrier
                    cp -a ../Two/Collections/Livre Collections/; cp -a '../Two/Draft/Ode II.txt' Draft/; barrier
                    rm -r Collections/Book Draft/Ode.txt; barrier; rm -r .stfolder
                    """,
                moved: [
                    "Collections/Book": "Collections/Livre", "Collections/Book/Poem.txt": "Collections/Livre/Poem.txt",
                    "Draft/Ode.txt": "Draft/Ode II.txt",
                ],
                defect: Trial.Defect(
                    what: "shed mints IDs for the new places although a batch says what moved there",
                    attendances: [.watched, .alone])),
            attendance)
    }
}

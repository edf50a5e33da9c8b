import ShedTestSchedule
import Testing

/// What a carrier does in steps, made step by step, with a look of shed's between any two: the batch first, then files in
/// one order or another.
@Suite(.waitsForPrograms) struct `A carrier that is still at work` {
    private static let prepare = """
        # What is left at an old place has no ID until the grace is over, and status says so: a daemon has looked when it says nothing else.
        waits() {
            "$SHED" status --json | tr -d ' \\n' > ../status; ! grep -q '"clean":true' ../status || return 0
            changes=$(sed 's/.*"changes":\\[//; s/\\].*//' ../status | grep -o '"path"' | wc -l)
            [ $changes -gt 0 ] && [ $changes = $(grep -o carrier-arrival ../status | wc -l) ]
        }
        if [ -n "${daemon-}" ]; then barrier() { await waits; }; fi
        mkdir .stfolder; mkdir -p Collections/Book; cp -a . ../Two; "$SHED" trust ../Two -q; "$SHED" -C ../Two sync; cp -an ../Two/.shed/ops/. .shed/ops/; barrier

        """

    private static func hold(_ operation: String, _ script: String, moved: [String: String], added: Set<String> = [], _ attendance: Attendance) throws {
        try Bench.hold(
            Trial(program: Program("cp"), operation: operation, script: prepare + script + "\nrm -r .stfolder\n", moved: moved, added: added), attendance)
    }

    private static let bookAndOde = [
        "Collections/Book": "Collections/Livre", "Collections/Book/Poem.txt": "Collections/Livre/Poem.txt",
        "Draft/Ode.txt": "Draft/Ode II.txt",
    ]

    @Test(arguments: Attendance.allCases)
    func `the old place and the new one stand together for a while`(attendance: Attendance) throws {
        try Self.hold(
            "what another device moved comes batch first, the old place goes last",
            """
            (cd ../Two; mv Collections/Book Collections/Livre; mv Draft/Ode.txt 'Draft/Ode II.txt'; "$SHED" sync)
            cp -an ../Two/.shed/ops/. .shed/ops/; barrier
            cp -a ../Two/Collections/Livre Collections/; cp -a '../Two/Draft/Ode II.txt' Draft/; barrier
            rm -r Collections/Book Draft/Ode.txt; barrier
            """, moved: Self.bookAndOde, attendance)
    }

    @Test(arguments: Attendance.allCases)
    func `the new folder comes before what is in it`(attendance: Attendance) throws {
        try Self.hold(
            "what another device moved comes folder by folder, file by file",
            """
            (cd ../Two; mv Collections/Book Collections/Livre; mv Draft/Ode.txt 'Draft/Ode II.txt'; "$SHED" sync)
            cp -an ../Two/.shed/ops/. .shed/ops/; barrier; barrier
            mkdir Collections/Livre; barrier
            rm Draft/Ode.txt; cp -a '../Two/Draft/Ode II.txt' Draft/; barrier
            cp -a ../Two/Collections/Livre/. Collections/Livre/; barrier
            rm Collections/Book/*; barrier; rmdir Collections/Book; barrier
            """, moved: Self.bookAndOde, attendance)
    }

    @Test(arguments: Attendance.allCases)
    func `what moved goes into a folder that is new itself`(attendance: Attendance) throws {
        try Self.hold(
            "what another device moved into a new folder comes after that folder",
            """
            (cd ../Two; mkdir Collections/New; mv Draft/Ode.txt Collections/New/; "$SHED" sync; mv Collections/Book Magazines/; "$SHED" sync)
            cp -an ../Two/.shed/ops/. .shed/ops/; barrier
            mkdir Collections/New; barrier; cp -a ../Two/Collections/New/. Collections/New/; barrier
            cp -a ../Two/Magazines/Book Magazines/; barrier
            rm -r Draft/Ode.txt Collections/Book; barrier
            """,
            moved: [
                "Collections/Book": "Magazines/Book", "Collections/Book/Poem.txt": "Magazines/Book/Poem.txt",
                "Draft/Ode.txt": "Collections/New/Ode.txt",
            ], added: ["Collections/New"], attendance)
    }

    @Test(arguments: Attendance.allCases)
    func `what the other device put in the place of what it moved is that at once`(attendance: Attendance) throws {
        try Self.hold(
            "another device has moved a file and put a copy in its place, which a sync program leaves as it is",
            """
            (cd ../Two; mv Draft/Ode.txt 'Draft/Ode II.txt'; cp -p 'Draft/Ode II.txt' Draft/Ode.txt; "$SHED" sync)
            cp -an ../Two/.shed/ops/. .shed/ops/; barrier
            cp -a '../Two/Draft/Ode II.txt' Draft/; barrier
            [ "$(id Draft/Ode.txt)" = "$(cd ../Two; id Draft/Ode.txt)" ] || { echo "another ID"; exit 7; }
            """, moved: ["Draft/Ode.txt": "Draft/Ode II.txt"], added: ["Draft/Ode.txt"], attendance)
    }

    @Test(arguments: Attendance.allCases)
    func `what is never taken away is a copy in the end`(attendance: Attendance) throws {
        try Self.hold(
            "what another device moved stays at its old place too, until shed sync --now",
            """
            (cd ../Two; mv Collections/Book Collections/Livre; mv Draft/Ode.txt 'Draft/Ode II.txt'; "$SHED" sync)
            cp -an ../Two/.shed/ops/. .shed/ops/; barrier
            cp -a ../Two/Collections/Livre Collections/; cp -a '../Two/Draft/Ode II.txt' Draft/; barrier
            "$SHED" sync --now; barrier
            """, moved: Self.bookAndOde, added: ["Collections/Book", "Collections/Book/Poem.txt", "Draft/Ode.txt"], attendance)
    }

    @Test(arguments: Attendance.allCases)
    func `a person's own file that was moved to the new place is still that file`(attendance: Attendance) throws {
        try Self.hold(
            "a person has moved another file to where another device moved one",
            """
            echo mine > Draft/Mine.txt; "$SHED" sync > /dev/null
            (cd ../Two; mv Draft/Ode.txt 'Draft/Ode II.txt'; "$SHED" sync)
            mine=$("$SHED" show --json Draft/Mine.txt | grep -m1 '"id"')
            cp -an ../Two/.shed/ops/. .shed/ops/; mv Draft/Mine.txt 'Draft/Ode II.txt'; barrier
            [ "$("$SHED" show --json 'Draft/Ode II.txt' | grep -m1 '"id"')" = "$mine" ] || { echo "another ID"; exit 7; }
            mv 'Draft/Ode II.txt' Draft/Mine.txt; barrier
            cp -a '../Two/Draft/Ode II.txt' Draft/; barrier; rm Draft/Ode.txt; barrier
            """, moved: ["Draft/Ode.txt": "Draft/Ode II.txt"], added: ["Draft/Mine.txt"], attendance)
    }

    @Test(arguments: Attendance.allCases)
    func `a person goes on working meanwhile`(attendance: Attendance) throws {
        try Self.hold(
            "what another device moved stands at its old place and is edited and moved on",
            """
            (cd ../Two; mv Collections/Book Collections/Livre; mv Draft/Ode.txt 'Draft/Ode II.txt'; "$SHED" sync)
            cp -an ../Two/.shed/ops/. .shed/ops/; barrier
            echo more >> Draft/Ode.txt; barrier; mv Draft/Ode.txt Ready/Ode.txt; barrier
            cp -a ../Two/Collections/Livre Collections/; barrier; rm -r Collections/Book; barrier
            """,
            moved: [
                "Collections/Book": "Collections/Livre", "Collections/Book/Poem.txt": "Collections/Livre/Poem.txt",
                "Draft/Ode.txt": "Ready/Ode.txt",
            ], attendance)
    }
}

/// What comes file first: this machine takes for new what the other device had moved, until the batch says so.
@Suite(.waitsForPrograms) struct `A carrier that brings files before their batch` {
    /// `explain` brings the batches and then looks as `sync --now` does, on both sides and twice: who disagrees writes each time.
    private static let prepare = """
        mkdir .stfolder; cp -a . ../Two; "$SHED" trust ../Two -q; "$SHED" -C ../Two sync; cp -an ../Two/.shed/ops/. .shed/ops/; barrier
        there() { (cd ../Two; "$SHED" sync > ../said); }
        # Which file is likely to be which is said here too.
        look() { "$SHED" sync > ../said || true; }
        # As Syncthing does: under another name first.
        carry() { cp -a "../Two/$1" "${1%/*}/.syncthing.tmp.tmp"; mv "${1%/*}/.syncthing.tmp.tmp" "$1"; }
        exchange() {
            cp -an ../Two/.shed/ops/. .shed/ops/; barrier; "$SHED" sync --now > ../said
            cp -an .shed/ops/. ../Two/.shed/ops/; (cd ../Two; "$SHED" sync --now > ../said)
        }
        explain() {
            cp -an ../Two/.shed/ops/. .shed/ops/; barrier; agree "$@"
            exchange; count=$(ls ../Two/.shed/ops/* | wc -l); exchange; exchange
            [ "$(ls ../Two/.shed/ops/* | wc -l)" = $count ] || { echo "they go on writing"; exit 7; }
            agree "$@"
        }
        agree() { for file in "$@"; do [ "$(id "$file")" = "$(cd ../Two; id "$file")" ] || { echo "another ID: $file"; exit 7; }; done; }

        """

    private static func hold(
        _ operation: String, _ script: String, moved: [String: String] = [:], added: Set<String> = [], _ attendance: Attendance
    ) throws {
        try Bench.hold(
            Trial(
                program: Program("cp"), operation: operation, script: prepare + script + "\nrm -r .stfolder\n", moved: moved, added: added), attendance)
    }

    @Test(arguments: Attendance.allCases)
    func `a file was moved and another stands in its place`(attendance: Attendance) throws {
        try Self.hold(
            "another device has moved a file and made another in its place; both come before the batch",
            """
            (cd ../Two; mv Draft/Ode.txt 'Draft/Ode II.txt'); there; echo other > ../Two/Draft/Ode.txt; there
            carry 'Draft/Ode II.txt'; carry Draft/Ode.txt; barrier; explain Draft/Ode.txt 'Draft/Ode II.txt'
            """, moved: ["Draft/Ode.txt": "Draft/Ode II.txt"], added: ["Draft/Ode.txt"], attendance)
    }

    @Test(arguments: Attendance.allCases)
    func `a file was moved and edited`(attendance: Attendance) throws {
        try Self.hold(
            "another device has moved and edited a file, which comes before the batch",
            """
            (cd ../Two; mv Draft/Ode.txt 'Draft/Ode II.txt'); there; echo more >> '../Two/Draft/Ode II.txt'; there
            carry 'Draft/Ode II.txt'; rm Draft/Ode.txt; look; explain 'Draft/Ode II.txt'
            """, moved: ["Draft/Ode.txt": "Draft/Ode II.txt"], attendance)
    }

    @Test(arguments: Attendance.allCases)
    func `a new file was renamed before it came`(attendance: Attendance) throws {
        try Self.hold(
            "another device has made and renamed a file, which comes before the batch",
            """
            echo new > ../Two/Draft/Untitled.txt; there; mv ../Two/Draft/Untitled.txt ../Two/Draft/Rose.txt; there
            carry Draft/Rose.txt; barrier; "$SHED" tag add mine Draft/Rose.txt --create > ../said; barrier; explain Draft/Rose.txt
            "$SHED" find --tag mine | grep -q Rose
            """, added: ["Draft/Rose.txt"], attendance)
    }

    @Test func `a new file was renamed before it came, and shed is killed while it takes that in`() throws {
        try Self.hold(
            "another device has made and renamed a file, which comes before the batch, and nothing is said after the batch was written",
            """
            echo new > ../Two/Draft/Untitled.txt; there; mv ../Two/Draft/Untitled.txt ../Two/Draft/Rose.txt; there
            carry Draft/Rose.txt; barrier; cp -an ../Two/.shed/ops/. .shed/ops/
            code=0; SHED_INTERRUPT_AT=written "$SHED" sync --now > ../said 2>&1 || code=$?; [ $code = 137 ] || { echo "not killed: $code"; exit 7; }
            explain Draft/Rose.txt
            """, added: ["Draft/Rose.txt"], .alone)
    }

    @Test(arguments: Attendance.allCases)
    func `a folder was moved and another stands in its place`(attendance: Attendance) throws {
        try Self.hold(
            "another device has moved a folder, edited what is in it and made another in its place; all comes before the batch",
            """
            (cd ../Two; mv Collections/Book Collections/Livre); there
            (cd ../Two; echo more >> Collections/Livre/Poem.txt; mkdir Collections/Book; echo x > Collections/Book/Other.txt); there
            mkdir Collections/Livre; carry Collections/Livre/Poem.txt; carry Collections/Book/Other.txt; rm Collections/Book/Poem.txt; look
            explain Collections/Livre Collections/Livre/Poem.txt Collections/Book Collections/Book/Other.txt
            """,
            moved: ["Collections/Book": "Collections/Livre", "Collections/Book/Poem.txt": "Collections/Livre/Poem.txt"],
            added: ["Collections/Book", "Collections/Book/Other.txt"], attendance)
    }
}

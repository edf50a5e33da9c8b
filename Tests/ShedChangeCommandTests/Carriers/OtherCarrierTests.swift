import Glibc
import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

private func isInstalled(_ program: String) -> Bool { access("/usr/bin/\(program)", X_OK) == 0 }

/// What two people do beside each other, whatever carries: a script, whose ID a path has then, and what is not lost by it.
struct Errand: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var script: String
    var ids: [String: String]
    var texts: [String]

    /// Where nothing conflicts.
    static let moves = Errand(
        testDescription: "files and a folder are moved, renamed, edited and made on either side",
        script: """
            one 'mv Draft/Ode.txt "Ready/Ode A.txt"; echo AAA >> "Ready/Ode A.txt"; echo mine > Draft/Mine.txt'
            two 'mv Draft/Elegy.txt Draft/Lament.txt; mv Collections/Book Collections/Livre; echo yours > Draft/Yours.txt'
            """,
        ids: [
            "Ready/Ode A.txt": "Draft/Ode.txt", "Draft/Lament.txt": "Draft/Elegy.txt", "Collections/Livre": "Collections/Book",
            "Collections/Livre/Poem.txt": "Collections/Book/Poem.txt",
        ], texts: ["AAA", "mine", "yours"])

    static let both = Errand(
        testDescription: "both rename one file",
        script: """
            one 'mv Draft/Ode.txt Draft/Hymn.txt; "$SHED" sync -q'; two 'mv Draft/Ode.txt Ready/Song.txt; "$SHED" sync -q'
            """, ids: ["Ready/Song.txt": "Draft/Ode.txt"], texts: ["and more of it"])

    /// Each, with every look `sync --now` and without.
    static let runs = ShortRun.part(of: [Errand.moves, .both].flatMap { errand in [true, false].map { (errand, $0) } }, every: 4)
}

// MARK: rsync

/// How rsync is called from one side to the other and back, and what it does not carry.
private let ways = [
    "rsync -a one/ two/; rsync -a -u two/ one/", "rsync -a -u two/ one/; rsync -a --delete one/ two/",
    "rsync -rl -u one/ two/; rsync -rl -u two/ one/",
]

@Suite(.waitsForPrograms, .onDisk, .enabled(if: isInstalled("rsync"), "rsync not installed")) struct `rsync both ways` {
    @Test(arguments: ShortRun.part(of: ways.flatMap { way in [true, false].map { (way, $0) } }))
    func `all moves and renames are what they were`(way: String, isNow: Bool) throws {
        let devices = try TwoDevices(TwoDevices.Carrier(begin: "rsync -a one/ two/" + TwoDevices.Carrier.trust, bring: way), isNow: isNow)
        try devices.run(Errand.moves.script)
        try devices.expectAgreement(ids: Errand.moves.ids, texts: Errand.moves.texts)
    }

    @Test(arguments: ShortRun.part(of: ways, every: 3, from: 1))
    func `one file that both renamed is at both places, and the later one has its ID`(way: String) throws {
        let devices = try TwoDevices(TwoDevices.Carrier(begin: "rsync -a one/ two/" + TwoDevices.Carrier.trust, bring: way), isNow: true)
        try devices.run(Errand.both.script)
        try devices.expectAgreement(ids: Errand.both.ids, texts: Errand.both.texts)
    }

    /// Nothing is ever taken away, so what one side has moved to Rejected is brought back from the other. At first that one has never had
    /// anything to write, so that no batch tells of it.
    @Test(arguments: ["", "two 'echo two > Draft/Two.txt'; look; bring; look"])
    func `what was refused and comes back is in Rejected once, and is told as long as it stands there`(before: String) throws {
        let devices = try TwoDevices(TwoDevices.Carrier(begin: "rsync -a one/ two/" + TwoDevices.Carrier.trust, bring: "rsync -a -u one/ two/; rsync -a -u two/ one/"))
        let said = try devices.run("""
            \(before)
            one 'mkdir -p Draft/Folder/Inner; echo a text in it > Draft/Folder/Inner/x.txt'; bring
            for i in 1 2 3; do for side in one two; do side $side '"$SHED" sync --now -q > ../said 2>&1 || [ $? = 1 ]'; bring; done; done
            ls one/Rejected two/Rejected; for side in one two; do side $side '{ "$SHED" sync --now 2>&1 || :; } | grep -c "It came back"'; done
            """)
        #expect(said == "one/Rejected:\nFolder\n\ntwo/Rejected:\nFolder\n1\n1\n", "\(said)")
        try devices.run("rm -r one/Draft/Folder two/Draft/Folder")
        try devices.expectAgreement(texts: ["a text in it"])
    }

    /// A mirror takes back what the other side did: also the batches that say it, so that shed is none the wiser and goes on.
    @Test func `what a mirror takes away is gone, batches with it, and both go on`() throws {
        let devices = try TwoDevices(TwoDevices.Carrier(begin: "rsync -a one/ two/" + TwoDevices.Carrier.trust, bring: "rsync -a -u two/ one/; rsync -a -u one/ two/"))
        try devices.run("""
            two 'echo gone > Draft/Gone.txt; mv Draft/Ode.txt Ready/; "$SHED" sync -q'; rsync -a --delete one/ two/; two 'test ! -e Draft/Gone.txt'; look
            two 'mv Draft/Ode.txt Draft/Hymn.txt; echo later > Draft/Later.txt'; one 'echo mine > Draft/Mine.txt'
            look; rsync -a -u two/ one/; rsync -a --delete one/ two/; look; one 'rm -f Draft/Ode.txt'; two 'rm -f Draft/Ode.txt'
            """)
        try devices.expectAgreement(ids: ["Draft/Hymn.txt": "Draft/Ode.txt"], texts: ["later", "mine"])
    }
}

// MARK: rclone, Unison

@Suite(.waitsForPrograms, .onDisk, .enabled(if: isInstalled("rclone"), "rclone not installed")) struct `rclone bisync` {
    /// It neither carries empty folders nor takes them away.
    private static let carrier = TwoDevices.Carrier(
        begin: "mkdir two; : > rclone.conf; one '\"$SHED\" sync-setup rclone -q'; bring --resync" + TwoDevices.Carrier.trust,
        bring: """
            export RCLONE_CONFIG=$base/rclone.conf
            rclone bisync one two --filters-file one/.rclone-filter --workdir $base/bisync -q "$@" 2> said || { cat said; exit 9; }
            """)

    @Test(arguments: Errand.runs) func `what was moved is what it was`(errand: Errand, isNow: Bool) throws {
        let devices = try TwoDevices(Self.carrier, isNow: isNow)
        try devices.run(errand.script)
        try devices.expectAgreement(ids: errand.ids, texts: errand.texts, skipped: Self.skipped)
    }

    /// rclone gives both sides the name of a copy, and nothing is left under the file's own, whose ID a person gives back.
    @Test func `a text that both changed is there with its ID once a person has chosen`() throws {
        let devices = try TwoDevices(Self.carrier)
        try devices.run("""
            one '"$SHED" show --json Draft/Ode.txt | grep -m1 -o "01[0-9a-f-]*" > ../id'
            one 'echo AAA >> Draft/Ode.txt'; two 'echo BBB, longer >> Draft/Ode.txt'; carry; carry
            one '"$SHED" resolve "$(ls Draft/Ode.txt?*1)" --keep this -q; "$SHED" relink Draft/Ode.txt $(cat ../id) -q'
            """)
        try devices.expectAgreement(ids: ["Draft/Ode.txt": "Draft/Ode.txt"], texts: ["AAA", "BBB"], skipped: Self.skipped, mayWarn: "conflict-copy")
    }

    private static let skipped = [".rclone-filter", ".rclone-filter.md5", "Book"]
}

@Suite(.waitsForPrograms, .onDisk, .enabled(if: isInstalled("unison"), "unison not installed")) struct `Unison` {
    private static let carrier = TwoDevices.Carrier(
        begin: "mkdir two; bring" + TwoDevices.Carrier.trust,
        bring: "UNISON=$base/unison unison -batch -auto -confirmbigdel=false one two > said 2>&1 || [ $? = 1 ]")

    @Test(arguments: Errand.runs) func `what was moved is what it was`(errand: Errand, isNow: Bool) throws {
        let devices = try TwoDevices(Self.carrier, isNow: isNow)
        try devices.run(errand.script)
        try devices.expectAgreement(ids: errand.ids, texts: errand.texts)
    }

    /// Unison carries the batches, and of a file that is moved here and edited there nothing until a person has said which it shall be.
    @Test(arguments: ShortRun.part(of: [true, false])) func `a conflict that Unison leaves to a person changes nothing for good`(isNow: Bool) throws {
        let devices = try TwoDevices(Self.carrier, isNow: isNow)
        try devices.run("""
            one 'mv Draft/Ode.txt Ready/'; two 'echo BBB >> Draft/Ode.txt'; carry; carry; carry
            two 'cp Draft/Ode.txt Ready/Ode.txt; rm Draft/Ode.txt'
            """)
        try devices.expectAgreement(ids: ["Ready/Ode.txt": "Draft/Ode.txt"], texts: ["BBB"])
    }
}

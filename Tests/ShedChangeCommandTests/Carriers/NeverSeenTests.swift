import Glibc
import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

private let hasGit = access("/usr/bin/git", X_OK) == 0

/// What somebody without shed renames in one commit before a device first sees it, or has read it: that device pulls first.
@Suite(.waitsForPrograms, .onDisk, .enabled(if: hasGit, "git not installed")) struct `Renamed before a device looked` {
    private static let functions = """
        save() { side $1 'git add -A; git commit -qm saved > ../said || :'; }
        merged() { git pull -q --no-rebase --no-edit ../$1 HEAD > ../said 2>&1 || { git add -A; git commit -qm merged; }; }
        pull() { side $1 "merged $2"; }
        save one; save two; pull two one; pull one two
        """
    /// `renamed SCRIPT` is what a colleague without shed commits, on top of what the first device has; `id PATH` names an ID.
    private static let colleague = """
        bring; renamed() { git clone -q one third; (cd third; eval "$*"; git commit -qm renamed); }
        id() { "$SHED" show --json "$1" | grep -m1 -o '"01[0-9a-f-]*"'; }
        mkdir home-three; three() { side three "$@"; }

        """

    private func clones() throws -> TwoDevices {
        let setUp = "\"$SHED\" sync-setup git -q"
        return try TwoDevices(
            TwoDevices.Carrier(begin: "git clone -q one two; two '\"$SHED\" trust . -q; \(setUp)'", bring: Self.functions),
            preparation: "git init -q -b main; \(setUp); git add -A; git commit -qm one")
    }

    @Test func `a folder keeps its ID, its tags and what it accepts`() throws {
        let devices = try clones()
        let said = try devices.run(Self.colleague + """
            one 'mkdir -p Collections/Trip; for i in 1 2 3; do echo "day $i of the trip, long enough to be known again" > Collections/Trip/$i.txt; done'
            one '"$SHED" sync -q; "$SHED" tag add far Collections/Trip --create -q; "$SHED" allow Collections/Trip both -q'
            one 'mkdir Collections/Trip/Pictures; echo a picture, long enough to be known again > Collections/Trip/Pictures/p.txt; "$SHED" sync -q; id Collections/Trip'
            save one; renamed git mv Collections/Trip Collections/Journey
            pull two third; two '"$SHED" sync > ../said || :; id Collections/Journey'; save two; pull one two
            one '"$SHED" sync > ../said || :; id Collections/Journey; "$SHED" find --tag far; ls Rejected 2> ../said || :'
            """)
        let lines = said.split(separator: "\n")
        #expect(lines.count == 4 && Set(lines.prefix(3)).count == 1 && lines.last?.hasPrefix("Collections/Journey") == true, "\(said)")
        try devices.expectAgreement(texts: ["day 1", "day 3", "a picture"])
    }

    @Test func `a folder of the template keeps its role, also where a new clone is the first to look`() throws {
        let devices = try clones()
        try devices.run(Self.colleague + """
            save one; renamed git mv Draft Verses; git clone -q third three; three '"$SHED" trust . -q; "$SHED" sync > ../said || :'
            save three; pull one three; one '"$SHED" sync > ../said || :'
            """)
        try devices.expectAgreement(ids: ["Verses": "Draft", "Verses/Ode.txt": "Draft/Ode.txt"], texts: ["ode one", "elegy one"])
    }

    @Test func `a file keeps its ID and its tags where a clone pulls first that has never read it`() throws {
        let devices = try clones()
        let said = try devices.run(Self.colleague + """
            save one; renamed git mv Draft/Ode.txt Ready/Hymn.txt
            pull two third; two '"$SHED" sync > ../said || :'; save two; pull one two; one '"$SHED" sync > ../said || :; "$SHED" find --tag mine'
            """)
        #expect(said.hasPrefix("Ready/Hymn.txt"), "\(said)")
        try devices.expectAgreement(ids: ["Ready/Hymn.txt": "Draft/Ode.txt"], texts: ["and more of it"])
    }
}

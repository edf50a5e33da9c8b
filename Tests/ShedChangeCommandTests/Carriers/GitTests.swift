import Glibc
import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

private let hasGit = access("/usr/bin/git", X_OK) == 0

/// What two people do beside each other in clones of one repository, whose sidecar is committed with the rest.
@Suite(.waitsForPrograms, .onDisk, .enabled(if: hasGit, "git not installed")) struct `Two clones` {
    /// `save SIDE` commits what there is; `pull SIDE FROM` merges what the other has, and lets both sides of what git cannot decide stand.
    private static let functions = """
        save() { side $1 'git add -A; git commit -qm saved > ../said || :'; }
        merged() { git pull -q --no-rebase --no-edit ../$1 HEAD > ../said 2>&1 || { git add -A; git commit -qm merged; }; }
        pull() { side $1 "merged $2"; }
        save one; save two; pull two one; pull one two
        """

    /// - Parameter clone: how the second device gets it, below the first.
    private func clones(_ clone: String = "git clone -q one two", isSetUp: Bool = true, isNow: Bool = false) throws -> TwoDevices {
        let setUp = isSetUp ? "\"$SHED\" sync-setup git -q" : "\"$SHED\" repair --folders -q > ../said"
        let begin = "\(clone); two '\"$SHED\" trust . -q; \(setUp)'"
        return try TwoDevices(
            TwoDevices.Carrier(begin: begin, bring: Self.functions),
            preparation: "git init -q -b main; \(setUp); git add -A; git commit -qm one", isNow: isNow)
    }

    // MARK: merge

    @Test(arguments: ShortRun.pairs(of: [true, false], and: [true, false]))
    func `a merge of edits, moves, renames and new files`(isSetUp: Bool, isNow: Bool) throws {
        let devices = try clones(isSetUp: isSetUp, isNow: isNow)
        try devices.run("""
            one 'sed -i 1s/one/AAA/ Draft/Elegy.txt; mv Draft/Ode.txt Ready/Hymn.txt; mv Collections/Book Collections/Livre; echo mine > Draft/Mine.txt'
            two 'echo BBB >> Draft/Elegy.txt; echo CCC >> Draft/Ode.txt; echo new > Collections/Book/New.txt; echo yours > Draft/Yours.txt'
            """)
        let ids = [
            "Draft/Elegy.txt": "Draft/Elegy.txt", "Ready/Hymn.txt": "Draft/Ode.txt", "Collections/Livre": "Collections/Book",
            "Collections/Livre/Poem.txt": "Collections/Book/Poem.txt",
        ]
        try devices.expectAgreement(ids: ids, texts: ["AAA", "BBB", "CCC", "mine", "yours", "new"])
    }

    /// git leaves both names to choose from: shed looks in between.
    @Test(arguments: ShortRun.part(of: ["both, at once", "both", "the later", "the later, at once"]))
    func `both move and rename one file`(choice: String) throws {
        let devices = try clones(isNow: choice.hasSuffix("at once"))
        try devices.run("""
            one 'mv Draft/Ode.txt Draft/Hymn.txt; "$SHED" sync -q'; two 'mv Draft/Ode.txt Ready/Song.txt; "$SHED" sync -q'
            for side in one two; do side $side 'git add -A; git commit -qm renamed'; done
            two '! git pull -q --no-rebase ../one HEAD > ../said 2>&1'; look
            two '\(choice.hasPrefix("both") ? ":" : "rm Draft/Hymn.txt"); git add -A; git commit -qm merged'
            """)
        try devices.expectAgreement(ids: ["Ready/Song.txt": "Draft/Ode.txt"], texts: ["and more of it"])
    }

    /// The name that the batches do not have last: where shed looked while git had both, the file there is a new one, which a person can join.
    @Test(arguments: ShortRun.part(of: [true, false])) func `both move and rename one file, and the earlier name is kept`(looksBetween: Bool) throws {
        let devices = try clones()
        try devices.run("""
            one 'mv Draft/Ode.txt Draft/Hymn.txt; "$SHED" sync -q'; two 'mv Draft/Ode.txt Ready/Song.txt; "$SHED" sync -q'
            two '"$SHED" show --json Ready/Song.txt | grep -m1 -o "01[0-9a-f-]*" > ../id'
            for side in one two; do side $side 'git add -A; git commit -qm renamed'; done
            two '! git pull -q --no-rebase ../one HEAD > ../said 2>&1'; \(looksBetween ? "look" : ":")
            two 'rm Ready/Song.txt; git add -A; git commit -qm merged'; look
            \(looksBetween ? "two '\"$SHED\" relink Draft/Hymn.txt $(cat ../id) -q'" : ":")
            """)
        try devices.expectAgreement(ids: ["Draft/Hymn.txt": "Draft/Ode.txt"], texts: ["and more of it"])
    }

    // MARK: What rewrites history

    @Test func `a rebase over what the other has moved`() throws {
        let devices = try clones()
        try devices.run("""
            save() { side $1 '"$SHED" sync -q; git add -A; git commit -qm saved'; }
            one 'mv Draft/Ode.txt Ready/'; save one; one 'echo AAA >> Ready/Ode.txt'; save one
            two 'mv Draft/Elegy.txt Draft/Lament.txt; echo new > Draft/New.txt'; save two
            two 'mv Draft/New.txt Draft/Newer.txt; echo more >> Draft/Newer.txt'; save two
            two 'git pull -q --rebase ../one HEAD'
            """)
        try devices.expectAgreement(ids: ["Ready/Ode.txt": "Draft/Ode.txt", "Draft/Lament.txt": "Draft/Elegy.txt"], texts: ["AAA", "more"])
    }

    @Test func `a commit is picked without the one before it, whose batch is missing until it is merged`() throws {
        let devices = try clones()
        let said = try devices.run("""
            save() { side $1 '"$SHED" sync -q; git add -A; git commit -qm saved'; }
            one 'mv Draft/Ode.txt Ready/'; save one; one 'mv Draft/Elegy.txt Draft/Lament.txt; echo new > Draft/New.txt'; save one
            two 'echo own > Draft/Own.txt'; save two; two 'git fetch -q ../one HEAD; git cherry-pick FETCH_HEAD > ../said'
            two '"$SHED" sync -q || :; "$SHED" check -q || :' | grep -o absent-parent | sort -u; two 'echo late > Draft/Late.txt'
            """)
        #expect(said == "absent-parent\n")
        let ids = ["Ready/Ode.txt": "Draft/Ode.txt", "Draft/Lament.txt": "Draft/Elegy.txt"]
        try devices.expectAgreement(ids: ids, texts: ["new", "own", "late"])
    }

    // MARK: stash, clean

    /// git stash leaves alone what it does not know: the batches, and the file at its new place.
    @Test(arguments: ShortRun.part(of: [", at once", "", "-u", "-u, at once"], every: 4))
    func `what was moved is stashed, and comes back after a merge`(options: String) throws {
        let parts = options.split(separator: ",", omittingEmptySubsequences: false)
        let devices = try clones(isNow: parts.count > 1)
        try devices.run("""
            two 'mv Draft/Ode.txt Ready/; echo new > Draft/New.txt'; one 'mv Draft/Elegy.txt Draft/Lament.txt'; look
            one 'git add -A; git commit -qm renamed'; two 'git stash push -q \(parts[0])'; look
            two 'git pull -q ../one HEAD'; look; two 'git stash pop > ../said'; look
            """)
        try devices.expectAgreement(ids: ["Ready/Ode.txt": "Draft/Ode.txt", "Draft/Lament.txt": "Draft/Elegy.txt"], texts: ["new"])
    }

    @Test func `what git clean takes away is gone, batches with it, and shed goes on`() throws {
        let devices = try clones()
        try devices.run("""
            two 'mv Draft/Ode.txt Ready/; echo kept > Draft/Kept.txt'; look; two 'git add -A; git commit -qm kept'
            two 'echo gone > Draft/Gone.txt'; look; two 'git clean -qfdx; test ! -e Draft/Gone.txt'; look
            two 'mv Ready/Ode.txt Ready/Hymn.txt; echo later > Draft/Later.txt'
            """)
        try devices.expectAgreement(ids: ["Ready/Hymn.txt": "Draft/Ode.txt"], texts: ["kept", "later"])
    }

    // MARK: Other clones

    @Test(arguments: ["git -C one worktree add -q -b mine ../two", "git clone -q --depth 1 -c core.autocrlf=true file://$base/one two"])
    func `a further work tree, and a shallow clone with other line ends`(clone: String) throws {
        let devices = try clones(clone)
        try devices.run("""
            one 'mv Draft/Ode.txt Ready/; echo mine > Draft/Mine.txt'; two 'mv Draft/Elegy.txt Draft/Lament.txt; echo yours > Draft/Yours.txt'
            """)
        try devices.expectAgreement(ids: ["Ready/Ode.txt": "Draft/Ode.txt", "Draft/Lament.txt": "Draft/Elegy.txt"], texts: ["mine", "yours"])
    }

    // MARK: Somebody without shed

    /// `third` is a clone of somebody who has no shed.
    private static let colleague = """
        git clone -q one third; third() { (cd third; eval "$*"); }

        """

    /// What was moved and edited between two looks is a new one, which shed names as likely.
    @Test func `a colleague without shed edits, renames, adds and merges`() throws {
        let devices = try clones()
        try devices.run(Self.colleague + """
            third 'git mv Draft/Ode.txt Draft/Hymn.txt; git commit -qm moved; echo CCC >> Draft/Hymn.txt'
            third 'echo theirs > Draft/Theirs.txt; git add -A; git commit -qm more'
            two 'mv Draft/Elegy.txt Draft/Lament.txt; echo BBB >> Draft/Lament.txt'; look; two 'git add -A; git commit -qm saved'
            third 'git pull -q --no-rebase --no-edit ../two HEAD'; one 'git pull -q ../third HEAD > ../said 2>&1'
            one '"$SHED" sync > ../said || :; "$SHED" relink --likely --yes -q'
            """)
        let ids = ["Draft/Hymn.txt": "Draft/Ode.txt", "Draft/Lament.txt": "Draft/Elegy.txt"]
        try devices.expectAgreement(ids: ids, texts: ["BBB", "CCC", "theirs"])
    }

    @Test(arguments: ShortRun.part(of: ["find .shed -type f -print0 | xargs -0 sed -i 's/$/ /'", "git rm -rq .shed"]))
    func `a colleague deletes or reformats the sidecar, and git brings it back`(damage: String) throws {
        let devices = try clones()
        let said = try devices.run(Self.colleague + """
            third "\(damage)"; third 'echo theirs > Draft/Theirs.txt; git add -A; git commit -qm damaged'
            two 'mv Draft/Ode.txt Ready/'; look; two 'git add -A; git commit -qm moved'
            one 'git pull -q ../third HEAD; "$SHED" sync > ../said 2>&1 || :'
            one 'git checkout -q HEAD~1 -- .shed; "$SHED" sync -q; "$SHED" check -q'
            """)
        #expect(said == "")
        try devices.expectAgreement(ids: ["Ready/Ode.txt": "Draft/Ode.txt"], texts: ["theirs"])
    }
}

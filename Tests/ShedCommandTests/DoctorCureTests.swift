import ShedCommandTestSupport
import ShedModel
import ShedProject
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What the doctor says is to be typed, typed: after it the doctor finds that no more.
@Suite(.waitsForPrograms, .onDisk) struct `The cure of the doctor` {
    /// Something that is wrong, and which of the commands of the doctor's cure is tried.
    struct Case: CustomTestStringConvertible, Sendable {
        var damage: String
        var check: String
        /// Of several commands, which; each is after a semicolon or a colon.
        var choice: Range<Int> = 0..<1
        /// What a person does where the cure is no command; in place of it.
        var deed: String?
        /// What has to be done by a person before, as the cure says in words.
        var first = ""
        /// What the cure has to say.
        var says = ""

        var testDescription: String { "\(check): \(damage)" }
    }

    /// `backup` is a copy of the project that was made before.
    static let cases: [Case] = [
        Case(damage: "chmod 777 $T/state", check: "state-directory"), Case(damage: "chmod 755 $T/state", check: "state-directory"),
        Case(
            damage: "mv $T/state $T/kept; echo > $T/state",
            check: "state-directory", deed: "rm $T/state; mv $T/kept $T/state", says: "move away what stands there"),
        Case(damage: "mkdir -m 755 $T/run; export XDG_RUNTIME_DIR=$T/run", check: "runtime-directory"),
        Case(damage: "export XDG_RUNTIME_DIR=$T/none", check: "runtime-directory"),
        Case(damage: "export XDG_RUNTIME_DIR=run", check: "runtime-directory"),
        Case(damage: "mkdir $T/state/projects/${T##*/}", check: "record"),
        Case(
            damage: "for f in $T/state/projects/*/record.json; do echo '{' > $f; done", check: "record", choice: 0..<2,
            first: "shed trust Poems -q; shed trust Other -q", says: "run “shed trust” with the project's directory"),
        Case(damage: "mv Poems x; cp -a x Poems; rm -rf x", check: "root"),
        Case(damage: "mv Poems Moved", check: "root", deed: "shed -C Moved sync -q", says: "run “shed sync” where it is now"),
        Case(damage: "mv Poems x; echo > Poems", check: "root", deed: "rm Poems; mv x Poems", says: "ls -ld"),
        Case(damage: "rm -r Poems/.shed; cp -a Other/.shed Poems/", check: "sidecar"),
        Case(damage: "rm -r Poems/.shed; cp -a Other/.shed Poems/; rm -r Other", check: "sidecar"),
        Case(
            damage: "rm -r Poems/.shed; cp -a Other/.shed Poems/",
            check: "sidecar", deed: "rm -r Poems/.shed; cp -a backup/.shed Poems/", says: "bring back the right .shed"),
        Case(damage: "rm -r Poems/.shed", check: "sidecar", deed: "cp -a backup/.shed Poems/", says: "bring .shed back from a backup"),
        Case(
            damage: "echo '{' > Poems/.shed/project.json",
            check: "sidecar", deed: "cp backup/.shed/project.json Poems/.shed/", says: "bring it back from a backup"),
        Case(
            damage: "echo 'quiet = \"never\"' > Poems/.shed/settings.toml",
            check: "sidecar", deed: "sed -i /quiet/d Poems/.shed/settings.toml", says: "remove the line in .shed/settings.toml"),
        Case(damage: "rm $T/state/projects/*/index.sqlite*", check: "index", choice: 0..<2),
        Case(
            damage: "for i in $T/state/projects/*/index.sqlite; do rm -f $i-*; head -c 70000 /dev/zero | tr '\\0' x > $i; done",
            check: "index", choice: 0..<2),
        // With a carrier's marks the second place is taken for a replica.
        Case(damage: "mkdir Poems/.stfolder; cp -a Poems Second; \"$SHED\" trust Second -q", check: "twin", choice: 0..<1),
        Case(damage: "mkdir Poems/.stfolder; cp -a Poems Second; \"$SHED\" trust Second -q", check: "twin", choice: 1..<2),
        Case(
            damage: "mkdir Poems/.git; echo .shed > Poems/.gitignore",
            check: "git", first: "sed -i /.shed/d Poems/.gitignore; cd Poems", says: "remove the line from"),
        Case(
            damage: "mkdir Poems/.git; printf '[core]\\n\\tautocrlf = true\\n' > Poems/.git/config; rm Poems/.shed/.gitattributes",
            check: "git", says: "sync-setup git"),
        Case(
            damage: "mkdir Poems/.git Poems/.stfolder; echo /.git > Poems/.stignore",
            check: "carriers", deed: "rm -r Poems/.stfolder Poems/.stignore", says: "let one of the two carry it"),
        Case(
            damage: "mkdir Poems/.stfolder; echo .shed > Poems/.stignore",
            check: "syncthing", deed: "sed -i /.shed/d Poems/.stignore", says: "remove the line from"),
        Case(damage: ":", check: "service"),
    ]

    /// Checks whose cures change the machine, or are for a person to see to, and why they are not tried.
    private static let apart: [String: String] = [
        "watch-limit": "it sets the kernel's limits", "instance-limit": "likewise", "queue-limit": "likewise", "file-limit": "it is the shell's own limit",
        "clock": "it sets the machine's clock", "file-system": "it needs another disk", "space": "it needs room on the disk",
        "access": "it needs another user: DoctorTests try what is said", "names": "nothing is to be done", "replica": "likewise", "program": "it installs programs",
        "version": "it installs programs", "daemon": "another test tries it", "watched": "likewise",
        "quarantine": "it needs a daemon that died: QuarantineTests",
    ]

    private static let programs: Set<Substring> = ["shed", "chmod", "mv", "unset", "git"]

    /// The commands of a cure, in their order.
    private static func commands(in remedy: String) -> [String] {
        remedy.split(separator: ";").compactMap { part in
            let command = (part.split(separator: ": ").last ?? "").drop { $0 == " " }
            return programs.contains(command.prefix { $0 != " " }) ? String(command) : nil
        }
    }

    /// Runs a script in the work directory. No systemctl is on its way, so that no test meets the systemd of who runs it.
    private func run(_ shelf: Shelf, _ script: String) throws -> Shelf.Result {
        try shelf.shell("""
            export SHED='\(ShedProgram.path)' T='\(shelf.path)' PATH='\(shelf.path)/bin'
            shed() { "$SHED" "$@"; }
            \(script)
            """)
    }

    private func found(_ check: String, _ result: Shelf.Result) throws -> [JSONValue] {
        (try result.json()["checks"]?.array ?? []).filter { $0["check"]?.string == check && $0["status"]?.string != "ok" }
    }

    /// A project “Poems” beside another and a copy of its files, and the programs that damage and cures need; a git that does nothing.
    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        try shelf.shellDone("""
            mkdir ../bin; for name in chmod mv mkdir cp rm sed cat head tr; do ln -s "$(command -v $name)" ../bin/; done
            printf '#!/bin/sh\n' > ../bin/git; chmod +x ../bin/git; cp -a Poems backup; mkdir ../elsewhere
            '\(ShedProgram.path)' new poetry Other --language en -q
            """)
        return shelf
    }

    @Test(arguments: cases) func `ends what it is for`(each: Case) throws {
        let shelf = try shelf()
        let damage = "\(each.damage)\ncd '\(shelf.work)'\n"
        let before = try found(each.check, run(shelf, damage + "\"$SHED\" doctor --json"))
        let remedies = before.compactMap { $0["remedy"]?.string }
        let remedy = try #require(remedies.first, "the doctor found nothing")
        #expect(each.says.isEmpty || remedy.contains(each.says), "\(remedy)")
        var cure = each.deed
        if cure == nil {
            let commands = remedies.flatMap(Self.commands)
            try #require(each.choice.upperBound <= commands.count, "\(remedies) has no such command")
            // Nothing outside of the shelf is touched.
            cure = commands[each.choice].joined(separator: "\n").replacing("/var/tmp/", with: "$T/elsewhere/")
        }
        // What it sets in its own shell counts there alone.
        let exports = each.damage.contains("export") ? damage : ""
        let after = try run(shelf, "{ \(exports)\(each.first)\n\(cure ?? "")\n} > $T/said 2>&1; echo \"$?\" >> $T/said; cd '\(shelf.work)'; \"$SHED\" doctor --json")
        let said = try shelf.shell("cat ../said").text
        #expect(try found(each.check, after) == [], "“\(cure ?? "")” said \(said)")
    }

    @Test func `is tried for each check, or it is said why not`() {
        let tried = Set(Self.cases.map(\.check))
        #expect(tried.isDisjoint(with: Self.apart.keys))
        #expect(Set(DoctorCheck.allCases.map(\.rawValue)) == tried.union(Self.apart.keys))
    }

    @Test func `a daemon that watches one project gives way to one that watches all`() throws {
        let shelf = try shelf()
        let text = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Shelf.daemonPrelude + """
            shed() { "$SHED" "$@"; }
            cure() { "$SHED" doctor --json | tr -d '\\n' | sed 's/{ *"check"/\\n&/g' | sed -n 's/.*"check": "'$1'", *"status": "note".*"remedy": "\\([^"]*\\)".*/\\1/p'; }
            : > "$T/log"; [ "$(cure daemon)" = "shed watch" ] && begin "$SHED" watch Poems --json
            before=$daemon; text=$(cure watched); echo "$text" | sed "s/$daemon/PID/"
            eval "${text%%;*}"; wait $before; begin "$SHED" ${text##*; shed } --json
            cure daemon; cure watched; "$SHED" -C Other status | grep -c "process $daemon"; end
            """
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
        #expect(result.text + result.err == "kill PID; shed watch\n1\nended 0\n")
    }
}

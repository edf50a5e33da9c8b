import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// A USB stick, as a file that is mounted each time that it is put in.
@Suite(.serialized, .waitsInTurn, .onDisk) struct `A stick` {
    @Test(.enabled(if: Stick.vfat.isUsable, "\(Stick.vfat.absence)")) func `with vfat carries from one machine to the other and back`() throws {
        try carries(.vfat)
    }

    @Test(.enabled(if: Stick.exfat.isUsable, "\(Stick.exfat.absence)")) func `with exFAT carries from one machine to the other and back`() throws {
        try carries(.exfat)
    }

    @Test(.enabled(if: Stick.ext4.isUsable, "\(Stick.ext4.absence)")) func `with ext4 carries from one machine to the other and back`() throws {
        try carries(.ext4)
    }

    @Test(.enabled(if: Stick.vfat.isUsable, "\(Stick.vfat.absence)")) func `with vfat has the project itself, for two machines`() throws {
        try holds(.vfat)
    }

    @Test(.enabled(if: Stick.exfat.isUsable, "\(Stick.exfat.absence)")) func `with exFAT has the project itself, for two machines`() throws {
        try holds(.exfat)
    }

    @Test(.enabled(if: Stick.ext4.isUsable, "\(Stick.ext4.absence)")) func `with ext4 has the project itself, for two machines`() throws {
        try holds(.ext4)
    }

    /// By rsync, which takes times that differ by up to two seconds for the same, as FAT has them.
    private func carries(_ stick: Stick) throws {
        let way = "rsync -rt --modify-window=2"
        let devices = try TwoDevices(
            TwoDevices.Carrier(
                begin: """
                    \(stick.functions); \(stick.make)
                    put_in; rsync -rt one/ stick/Poems/; take_out; put_in; rsync -rt stick/Poems/ two/; take_out
                    """ + TwoDevices.Carrier.trust,
                bring: """
                    \(stick.functions)
                    for side in one two one; do put_in; \(way) -u $side/ stick/Poems/; \(way) -u stick/Poems/ $side/; take_out; done
                    """))
        try devices.run(Errand.moves.script)
        try devices.expectAgreement(ids: Errand.moves.ids, texts: Errand.moves.texts)
    }

    private func holds(_ stick: Stick) throws {
        let shelf = try Shelf()
        let script = """
            set -eu; export SHED='\(ShedProgram.path)'; \(stick.functions); \(stick.make)
            at() { put_in; (export HOME=$PWD/home-$1 SHED_STATE_DIR=$PWD/state-$1; mkdir -p $HOME; cd stick; shift; eval "$*"); take_out; }
            id() { sed -n 's/^ *{*"id": *"\\([^"]*\\)".*/\\1/p' | head -n 1; }
            at one '"$SHED" new poetry Poems --language en -q; cd Poems; echo "an ode of some length" > Draft/Ode.txt; "$SHED" sync -q
            "$SHED" tag add mine Draft/Ode.txt --create -q'
            at one 'cd Poems; "$SHED" show --json Draft/Ode.txt' | id > before
            at two 'cd Poems; "$SHED" trust . -q; "$SHED" sync -q; mv Draft/Ode.txt Ready/Hymn.txt; echo more > Draft/More.txt; "$SHED" sync -q; "$SHED" sync'
            at one 'cd Poems; "$SHED" sync --now; "$SHED" show --json Ready/Hymn.txt' | grep -v moved > after; id < after | cmp - before; grep -c mine after
            at one 'cd Poems; "$SHED" check -q'; at two 'cd Poems; "$SHED" sync; "$SHED" check -q; ls Draft'
            """
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8)], input: nil, in: shelf.work)
        #expect(result.code == 0 && result.text == "Nothing changed.\n1\nNothing changed.\nMore.txt\n", "\(result.code) \(result.everything)")
    }
}

/// A file system for a stick.
private struct Stick: Sendable {
    var name: String
    /// What makes the file system in the file `stick.img`.
    var format: String

    static let vfat = Stick(name: "vfat", format: "mkfs.vfat stick.img > /dev/null")
    static let exfat = Stick(name: "exfat", format: "mkfs.exfat stick.img > /dev/null")
    static let ext4 = Stick(name: "ext4", format: "mkfs.ext4 -qF stick.img")

    var make: String { "truncate -s 48M stick.img; PATH=$PATH:/usr/sbin:/sbin; \(format); mkdir -p stick" }

    /// In parts of a script in which one of them is in, it is taken out again also where something fails.
    var functions: String {
        """
        put_in() { trap 'umount -l stick 2> /dev/null || :' EXIT; mount -o loop -t \(name) stick.img stick; }
        take_out() { umount stick; }
        """
    }

    var absence: String {
        ShortRun.isWhole ? "\(name) cannot be made and mounted here: needs root, mkfs.\(name) and the kernel" : "runs with SHED_TORTURE=1 (make torture)"
    }

    /// Whether the slow runs are wanted, and this process may make such a file system and mount it.
    var isUsable: Bool {
        guard ShortRun.isWhole, let shelf = try? Shelf() else { return false }
        let script = "set -e; \(functions); \(make); put_in; take_out"
        return (try? shelf.spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8)], input: nil, in: shelf.work))?.code == 0
    }
}

import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedSidecar
import Testing

@testable import ShedProject

/// Sticks that are mounted at one path, with a file system that keeps no inode numbers, where all files are of who mounts it (FAT,
/// exFAT): the root of each has the same number.
@Suite struct `What stands where a trusted project stood, on a file system without inode numbers` {
    private let shelf: Shelf
    private let project: Project
    private var path: [UInt8] { project.home.path }
    /// On another machine.
    private let there: Surroundings

    init() throws {
        shelf = try Shelf()
        shelf.surroundings.hasStableInodes = { _ in false }
        there = try shelf.elsewhere()
        project = try shelf.project(named: "Stick")
        try shelf.shell("echo a > Stick/Draft/a.txt; mkdir -p elsewhere")
        try project.sync()
    }

    private func isTrusted() throws -> Bool {
        let seen = try Project.open(containing: path, surroundings: shelf.surroundings, purpose: .look)
        guard seen.home.isTrusted else {
            #expect(throws: ShedError.self) { try shelf.reopen(project) }
            return false
        }
        return try shelf.reopen(project).home.isTrusted
    }

    /// Has the root that stands there have the number and the time that the trusted one had.
    private func makeAlike() throws {
        let folder = try #require(project.home.stateFolder)
        var record = try #require(project.home.registry.stored(folder)).record
        record.identity = try DirectoryHandle(pathBytes: path).ownEvidence().identity
        _ = try project.home.registry.register(record, in: folder)
    }

    @Test func `is the same project, however often it was mounted anew`() throws {
        for _ in 0..<3 {
            try shelf.shell("cp -a Stick x; rm -r Stick; mv x Stick")
            #expect(try isTrusted())
        }
        try shelf.reopen(project).sync()
        try shelf.shell("cp -a Stick x; rm -r Stick; mv x Stick")
        #expect(try isTrusted())
    }

    @Test func `is still the replica or the copy that a person said it is, however often it was mounted anew`() throws {
        let folder = try #require(project.home.stateFolder)
        for asCopy in [false, true] {
            try shelf.reopen(project).declare(asCopy: asCopy)
            let said = try #require(project.home.registry.stored(folder)).record
            try shelf.shell("cp -a Stick x; rm -r Stick; mv x Stick")
            let again = try shelf.reopen(project)
            let record = try #require(project.home.registry.stored(folder)).record
            // It writes under a new ID: another directory stands there.
            #expect(record.replica != said.replica && record.root == said.root)
            #expect(record.declared == (asCopy ? "copy" : "replica") && record.declaredBeside == [] && record.given == said.given)
            if asCopy { #expect(throws: ShedError.self) { try again.declare(asCopy: true) } }
        }
    }

    @Test(arguments: [false, true]) func `is not another project, and the first is known again`(isAlike: Bool) throws {
        _ = try Project.new(shelf.surroundings.kinds.kinds.kind(named: "poetry"), named: "Other", in: Array("\(shelf.path)/elsewhere".utf8), language: .english, surroundings: there)
        try shelf.shell("mv Stick Away; mv elsewhere/Other Stick")
        if isAlike { try makeAlike() }
        #expect(try !isTrusted())
        try shelf.shell("mv Stick Other; mv Away Stick")
        #expect(try isTrusted())
        // Each is trusted for itself.
        try shelf.shell("mv Stick Away; mv Other Stick")
        #expect(try !isTrusted())
        let other = try Project.open(containing: path, surroundings: shelf.surroundings, purpose: .look).trusted(as: .trust)
        #expect(other.home.id != project.home.id && other.home.stateFolder?.path != project.home.stateFolder?.path)
        #expect(try isTrusted())
        try shelf.shell("mv Stick Other; mv Away Stick")
        #expect(try isTrusted())
    }

    @Test(arguments: [false, true]) func `is not a copy that is a project of its own, with all that was written into the first`(isAlike: Bool) throws {
        try shelf.shell("cp -a Stick elsewhere/Copy")
        try shelf.trusted("elsewhere/Copy", on: there).declare(asCopy: true)
        try shelf.shell("mv Stick Away; mv elsewhere/Copy Stick")
        if isAlike { try makeAlike() }
        let seen = try Project.open(containing: path, surroundings: shelf.surroundings, purpose: .look)
        #expect(seen.home.id != project.home.id && seen.home.file.projects.contains(project.home.id))
        #expect(try !isTrusted())
        try shelf.shell("mv Stick Copy; mv Away Stick")
        #expect(try isTrusted())
    }

    /// What knows the IDs of project and replica, and has not read what this machine wrote.
    @Test(arguments: ["echo '{}' > $own/00", "for n in $names; do echo x > $own/$n; done", "cp $other/* $own/", "for n in $names; do cp $other/* $own/$n; done"])
    func `is none that says that it is the same`(script: String) throws {
        let replica = project.home.replica
        try shelf.shell("cp -a Stick elsewhere/Copy; echo b > elsewhere/Copy/Draft/b.txt")
        let forged = try shelf.trusted("elsewhere/Copy", on: there, as: .trustAsReplica)
        try forged.sync()
        for isAlike in [false, true] {
            try shelf.shell("""
                mv Stick Away; cp -a elsewhere/Copy Stick; cd Stick/.shed/ops; own=\(replica); names=$(ls $own); rm $own/*; other=\(forged.home.replica)
                set -e; one=$(ls $other | head -n 1); mkdir x; cp $other/$one x/; other=x; \(script); rm -r x
                """)
            if isAlike { try makeAlike() }
            #expect(try !isTrusted())
            try shelf.shell("rm -r Stick; mv Away Stick")
            if isAlike { try makeAlike() }
            #expect(try isTrusted())
        }
    }

    @Test func `is trusted again by a person, where what was written from here is gone`() throws {
        try shelf.shell("rm -r Stick/.shed/ops/\(project.home.replica)")
        #expect(try !isTrusted())
        _ = try Project.open(containing: path, surroundings: shelf.surroundings, purpose: .look).trusted(as: .trust)
        for _ in 0..<2 {
            #expect(try isTrusted())
            try shelf.shell("cp -a Stick x; rm -r Stick; mv x Stick")
        }
    }

    @Test func `is what an earlier shed, which noted no batch, wrote into`() throws {
        let folder = try #require(project.home.stateFolder)
        var record = try #require(project.home.registry.stored(folder)).record
        #expect(record.mark != nil)
        record.mark = nil
        _ = try project.home.registry.register(record, in: folder)
        try shelf.shell("cp -a Stick x; rm -r Stick; mv x Stick")
        #expect(try isTrusted())
        #expect(project.home.registry.stored(folder)?.record.mark != nil)
    }
}

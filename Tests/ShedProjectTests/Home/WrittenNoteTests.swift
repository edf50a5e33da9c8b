import Glibc
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedSidecar
import Testing

@testable import ShedProject

/// The file in which stands what this machine wrote last.
@Suite struct `The note of what was written last` {
    private let shelf: Shelf
    private let folder: ProjectStateFolder
    private var file: WrittenNoteFile { WrittenNoteFile(in: folder) }

    init() throws {
        shelf = try Shelf()
        try shelf.shell("mkdir kept")
        let record = ProjectRecord(
            project: NodeID(high: 1, low: 1), root: [0x2f], identity: FileIdentity(device: 1, inode: 1, birth: 1), replica: ReplicaID(rawValue: 5), machine: "m")
        folder = ProjectStateFolder(record: record, path: shelf.path + "/kept")
    }

    private func note(_ sequence: UInt64, of replica: UInt64 = 5) throws -> WrittenNote {
        let batch = try #require(BatchID(bytes: (0..<32 as Range<UInt64>).map { UInt8(truncatingIfNeeded: sequence &* 7 &+ $0) }))
        return WrittenNote(replica: ReplicaID(rawValue: replica), sequence: sequence, batch: batch)
    }

    @Test func `is the last that was written, also of another replica, which begins anew`() throws {
        #expect(file.read() == nil)
        for sequence in [1, 2, 3, 900, .max] as [UInt64] {
            try file.write(note(sequence))
            let read = try #require(file.read())
            #expect(try read.note == note(sequence) && !read.isCopy)
        }
        try file.write(note(1, of: 6))
        #expect(try file.read()?.note == note(1, of: 6))
        try file.write(note(2, of: 6))
        #expect(try file.read()?.note == note(2, of: 6))
        #expect(try shelf.shell("stat -c %a kept/written") == "600\n")
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func `is the one before where the last was torn off`(count: UInt64) throws {
        for sequence in 1...count { try file.write(note(sequence)) }
        let last = count % 2 == 0 ? 0 : 512
        for place in [0, 20, 40] {
            try shelf.shell("cp -p kept/written whole; printf '\\377\\376' | dd of=kept/written bs=1 seek=\(last + place) conv=notrunc 2>/dev/null")
            let read = file.read()
            if count == 1 { #expect(read == nil) } else { #expect(try read?.note == note(count - 1)) }
            // What comes next is written all the same.
            try file.write(note(77))
            #expect(try file.read()?.note == note(77))
            try shelf.shell("cat whole > kept/written")
        }
        try shelf.shell("truncate -s 700 kept/written; truncate -s 9 kept/written")
        #expect(file.read() == nil)
    }

    @Test func `is nobody's where something else stands there`() throws {
        for line in ["mkdir kept/written", "ln -s /etc/passwd kept/written", "mkfifo kept/written", "head -c 100000 /dev/urandom > kept/written"] {
            try shelf.shell("rm -rf kept/written; \(line)")
            #expect(file.read() == nil, "\(line)")
        }
        try shelf.shell("rm -rf kept/written; mkdir kept/written")
        let one = try note(1)
        #expect(throws: DiskError.self) { try file.write(one) }
    }

    @Test func `says that it is a copy, until it is written again`() throws {
        try file.write(note(1))
        let births = try DirectoryHandle(path: folder.path).evidence(of: "written")?.birth ?? 0
        try shelf.shell("cp -p kept/written x; mv x kept/written")
        #expect(file.read()?.isCopy == (births != 0))
        try file.write(note(2))
        #expect(file.read()?.isCopy == false)
        // One that is written over in its place is the same file.
        try shelf.shell("cp kept/written x; cat x > kept/written")
        #expect(file.read()?.isCopy == false)
    }
}

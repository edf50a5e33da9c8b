import Glibc
import ShedDisk
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSidecar

typealias SeededNumbers = SeededRandom

let project = NodeID(high: 0xaaaa, low: 1)
/// The time of the tests, in milliseconds since 1970.
let now: Int64 = 1_700_000_000_000
let projectFile = ProjectFile(id: project, kind: "poetry", created: now)

func node(_ number: UInt64) -> NodeID { NodeID(high: 0x1111_2222_3333_4444, low: number) }

/// A stamp so many milliseconds after a minute before the tests' time.
func stamp(_ milliseconds: Int64, _ replica: UInt64 = 1) -> Stamp {
    Stamp(time: UInt64(now - 60_000 + milliseconds) << 16, replica: ReplicaID(rawValue: replica))
}

func place(_ name: Name, in parent: NodeID = project) -> Field { .place(Place(parent: parent, name: name)) }

/// One replica that writes batches, knowing what it is told it knows.
struct Writer {
    var replica: UInt64
    var project = ShedSidecarTests.project
    private var sequence: UInt64 = 0

    init(_ replica: UInt64, project: NodeID = ShedSidecarTests.project) {
        self.replica = replica
        self.project = project
    }

    mutating func batch(
        _ time: Int64, knowing parents: [Batch] = [], without: [Batch] = [], _ operations: [(NodeID, [Field])]
    ) -> Batch {
        encoded(time, knowing: parents, without: without, operations).batch
    }

    mutating func encoded(
        _ time: Int64, knowing parents: [Batch] = [], without: [Batch] = [], _ operations: [(NodeID, [Field])]
    ) -> EncodedBatch {
        sequence += 1
        let header = Batch.Header(
            project: project, replica: ReplicaID(rawValue: replica), sequence: sequence, parents: parents.map(\.id),
            without: without.map(\.id))
        return BatchEncoder.encode(
            header, operations.map { StampedOperation(stamp(time, replica), Operation($0.0, $0.1)) })
    }
}

func fold(_ batches: [Batch], _ file: ProjectFile = projectFile) -> Fold {
    var fold = Fold(project: file, now: now)
    for batch in batches { fold.add(batch) }
    return fold
}

/// Bytes with the checksum that they ought to have.
func sealed(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    _ = BatchEncoder.seal(&bytes)
    return bytes
}

/// A directory that is removed with everything in it when the test ends.
final class TemporaryDirectory {
    let path: String
    let handle: DirectoryHandle

    init() throws {
        var template = Array("/tmp/shed-sidecar-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in buffer.baseAddress.flatMap { mkdtemp($0) } != nil }
        try #require(made)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        handle = try DirectoryHandle(path: path)
    }

    func sidecar() throws -> Sidecar {
        let template = Template(kind: "poetry", language: .english, root: .folders, folders: [])
        return try Sidecar.create(
            project: projectFile, template: template, settings: nil, in: handle.openDirectory(".shed", create: true))
    }

    deinit { TemporaryDirectory.remove(path) }

    private static func remove(_ path: String) {
        guard unlink(path) != 0, rmdir(path) != 0, let directory = opendir(path) else { return }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        closedir(directory)
        for name in names { remove(path + "/" + name) }
        rmdir(path)
    }
}

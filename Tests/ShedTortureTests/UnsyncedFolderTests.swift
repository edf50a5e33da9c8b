import Glibc
import ShedTestSupport
import Testing

extension Torture {
    /// Not every file system can make a folder durable, and a disk may fail: a move is made then, and may be undone by a power cut.
    @Suite struct `A folder that cannot be made durable` {
        private let shelf: Shelf

        init() throws {
            shelf = try Shelf("poetry")
            try shelf.sh("echo 'one text' > Draft/one.txt; '\(ShedProgram.path)' sync -q")
        }

        private func shed(_ error: Int32, in folder: String, _ arguments: String...) throws -> Shelf.Result {
            let variables = ["LD_PRELOAD=\(PowerCut.recorder)", "POWERCUT_UNSYNCED=\(shelf.project)/\(folder)", "POWERCUT_ERROR=\(error)"]
            return try shelf.run("/usr/bin/env", variables + [ShedProgram.path] + arguments, in: shelf.project)
        }

        private func isTold(_ result: Shelf.Result, _ folder: String) -> Bool {
            let words = "What was moved or removed in \(shelf.project)/\(folder) may not be on the disk yet"
            // Once.
            return result.err.ranges(of: words).count == 1
        }

        @Test(arguments: [EIO, EINVAL], ["Draft", "Ready"]) func `is told with what a verb has moved there`(error: Int32, folder: String) throws {
            let result = try shed(error, in: folder, "mv", "Draft/one.txt", "Ready")
            #expect(result.code == 0 && isTold(result, folder), "\(result.text)\(result.err)")
            #expect(try shelf.sh("cat Ready/one.txt") == "one text\n")
            let status = try shelf.shed("status", "--json")
            #expect(status.text.contains("\"clean\": true"), "\(status.text)")
            try shelf.must("undo", "-q")
            #expect(try shelf.sh("cat Draft/one.txt") == "one text\n")
        }

        @Test(arguments: [EIO, EINVAL]) func `is a finding of sync, and what was refused keeps its reason`(error: Int32) throws {
            try shelf.sh("mkdir Draft/more; echo 'five text' > Draft/more/five.txt")
            let result = try shed(error, in: "Draft", "sync")
            #expect(result.code == 1 && isTold(result, "Draft"), "\(result.text)\(result.err)")
            let status = try shelf.shed("status", "--json")
            #expect(status.text.contains("\"path\": \"Rejected/more\"") && status.text.contains("wrong-type"), "\(status.text)")
        }

        @Test func `is told of what repair has put right`() throws {
            try shelf.sh("mkdir Draft/more; echo 'five text' > Draft/more/five.txt")
            let result = try shed(EIO, in: "Draft", "repair", "--yes")
            #expect(result.code == 0 && isTold(result, "Draft"), "\(result.text)\(result.err)")
            #expect(try shelf.sh("ls Rejected/more") == "five.txt\n")
        }

        @Test(arguments: [EIO, EINVAL]) func `is told of what was deleted for good, of which the record stays`(error: Int32) throws {
            let result = try shed(error, in: "Draft", "rm", "--permanently", "--yes", "Draft/one.txt")
            #expect(result.code == 0 && isTold(result, "Draft"), "\(result.text)\(result.err)")
            #expect(try shelf.sh("ls Draft") == "")
            let undo = try shelf.shed("undo", "--list")
            #expect(undo.text.contains("deleted"), "\(undo.text)\(undo.err)")
        }
    }
}

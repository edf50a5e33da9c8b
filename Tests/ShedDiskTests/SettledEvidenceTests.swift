import Glibc
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedDisk

/// What somebody does in a folder.
private enum FolderChange: String, CaseIterable {
    case fileOverLink, fileIn, linkOverLink, linkOut, linkRemoved, linkMade, fileLinked, folderRemoved

    /// - Returns: 0 where it was done.
    func make(in desk: String) -> Int32 {
        let (folder, file) = ("\(desk)/folder", "\(desk)/other/file")
        return switch self {
        case .fileOverLink: rename(file, "\(folder)/a")
        case .fileIn: rename(file, "\(folder)/new")
        case .linkOverLink: rename("\(folder)/b", "\(folder)/a")
        case .linkOut: rename("\(folder)/b", "\(desk)/other/b")
        case .linkRemoved: unlink("\(folder)/b")
        case .linkMade: symlink("x", "\(folder)/new")
        case .fileLinked: link(file, "\(folder)/new")
        case .folderRemoved: rmdir("\(folder)/inner")
        }
    }
}

/// In memory (tmpfs) and where the other tests stand: each file system gives times in its own way.
@Suite struct `A folder's own time, once it is settled` {
    /// Each right after a change of shed's own at which somebody has looked: then a finer clock may be ahead of the one that ticks.
    @Test(arguments: [TestFile.inMemory, "/tmp"]) func `is another one after each change`(place: String) throws {
        let shelf = try TestFile.temporaryDirectory("shed-settled", in: place)
        defer { try? DirectoryHandle(path: place).removeTree(Name(shelf.split(separator: "/").last.map(String.init) ?? "")) }
        for turn in 0..<3 {
            for change in FolderChange.allCases {
                let desk = "\(shelf)/\(turn)-\(change.rawValue)"
                for folder in ["", "/folder", "/folder/inner", "/other"] { mkdir(desk + folder, 0o755) }
                TestFile.write("x", to: desk + "/other/file")
                let folder = try DirectoryHandle(path: desk + "/folder")
                for name in ["a", "b"] {
                    _ = try folder.ownEvidence()
                    symlink("x", "\(desk)/folder/\(name)")
                }
                guard let known = folder.settledEvidence() else {
                    // Nobody can tell on a file system that shed does not know; that in memory it does.
                    #expect(place != "/dev/shm", "\(change.rawValue)")
                    continue
                }
                #expect(change.make(in: desk) == 0)
                #expect(try folder.ownEvidence().changed != known.changed, "\(change.rawValue)")
            }
        }
    }
}

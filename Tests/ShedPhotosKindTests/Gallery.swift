import Glibc
import ShedCommand
import ShedControl
import ShedModel
import ShedPhotosKind
import ShedProject
import ShedProjectTestSupport

/// A project “Photos” with the album “Summer”, whose files other programs write.
final class Gallery {
    let shelf: Shelf
    let project: Project

    init() throws {
        shelf = try Shelf(kinds: [PhotosKind()])
        project = try shelf.project("photos", named: "Photos")
        try shelf.shell("mkdir Photos/Albums/Summer")
        try project.sync()
    }

    /// Writes a file of the album, as another program does.
    func write(_ bytes: [UInt8], to name: String) {
        guard let file = fopen("\(shelf.path)/Photos/Albums/Summer/\(name)", "we") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    /// The only album of a project.
    func album(of project: Project) throws -> Album { try project.asKnown.album("Albums/Summer") }

    func setCover(_ name: String, of project: Project) throws {
        try project.change { try $0.setCover(of: "Albums/Summer", to: "Albums/Summer/\(name)".path) }
    }

    /// Does what a daemon does in idle moments, until nothing is left to do.
    func idle() throws {
        let kind = project.kind
        while kind.hasIdleWork { try kind.doIdleWork(nil) }
    }

    /// What comes of a command line, carried out as the daemon does.
    func ask(_ words: String...) -> ControlReply {
        var environment = shelf.surroundings.environment
        environment["TZ"] = Session.environment()["TZ"]
        let request = ControlRequest(arguments: words.map { Array($0.utf8) }, directory: project.home.path, environment: environment)
        return VerbHandler(Program(PhotosRoot.self, kinds: [PhotosCommands()])).carryOut(request, Watched(project: project))
    }
}

/// A project that is open in this process.
private struct Watched: WatchedProjects {
    let project: Project

    var stateDirectory: String { project.home.surroundings.stateDirectory }

    func project(containing directory: [UInt8]) throws -> Project { project }
}

/// Images of no content.
enum TestImage {
    /// A JPEG's beginning: its mark, a comment, and a frame header.
    static func jpeg(_ size: PixelSize) -> [UInt8] {
        [0xff, 0xd8, 0xff, 0xfe, 0, 4, 0x68, 0x69, 0xff, 0xc2, 0, 11, 8] + number(size.height, 2) + number(size.width, 2) + [1, 1, 0x11, 0]
    }

    /// A PNG's beginning: its mark and its header.
    static func png(_ size: PixelSize) -> [UInt8] {
        [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + "IHDR".utf8 + number(size.width, 4) + number(size.height, 4) + [8, 2, 0, 0, 0]
    }

    /// A number of some bytes, the first counting most.
    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

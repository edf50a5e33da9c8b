import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

/// What projects of photos add to the verbs of all projects.
package struct PhotosCommands: KindCommands {
    package init() {}

    package var module: any KindModule { PhotosKind() }

    package var verbs: CommandGroup? { CommandGroup(name: "Photos", subcommands: [AlbumVerb.self]) }

    package func members(of view: NodeView, _ reading: Reading) throws(ShedError) -> [JSONObject.Member] {
        guard let id = view.id, let pixels = try reading.pixelSize(of: id) else { return [] }
        return [JSONObject.Member("pixels", ["width": .integer(Int64(pixels.width)), "height": .integer(Int64(pixels.height))])]
    }

    package func emptiness(of view: NodeView, in listing: Listing, _ strings: Strings) -> Emptiness? {
        view.type == .album ? Emptiness(isEmpty: view.counts.files == 0, text: "No photos yet") : nil
    }

    package func lines(on status: Status) -> [Message] {
        guard let counts = status.ofKind(PhotoCounts.self), counts.unmeasured > 0 else { return [] }
        return [.verbatim("Pixels: \(Style.count(counts.unmeasured, "photo")) still to be measured, \(counts.measured) done.")]
    }
}

struct AlbumVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "album", abstract: "Albums of photos: list, choose a cover.", subcommands: [AlbumListVerb.self, AlbumCoverVerb.self])
}

import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

/// What people did to the links of a view or of collections, and what `sync` will make of that, for `status`.
struct HandMadeLinks {
    enum Deed: String {
        /// There is a link to a piece that was not in.
        case putIn
        /// The link to a piece is gone, and that piece with it.
        case takeOut
        /// Links are gone, and come back.
        case setAnew
        /// Links stand there no more under their names.
        case setRight
        /// A file stands in place of the link to a piece, which gets what that holds.
        case edit
    }

    struct Line {
        var deed: Deed
        /// Where the links stand.
        var folder: RelativePath
        /// The piece, where it is about one.
        var path: RelativePath?
        /// The file in place of a link, where it is about one.
        var file: RelativePath?
        /// How many links it is about.
        var count = 1

        var message: Message {
            switch deed {
            case .putIn: .willBeCollected(path: "\(path ?? .root)", folder: "\(folder)")
            case .takeOut: .willBeTakenOut(path: "\(path ?? .root)", folder: "\(folder)")
            case .setAnew: .linksWillComeBack(folder: "\(folder)")
            case .setRight: .linksWillBeMended(folder: "\(folder)", count: count)
            case .edit: .fileWillBeSaved(file: "\(file ?? folder)", path: "\(path ?? .root)")
            }
        }

        var json: JSONValue {
            var object = JSONBuilder()
            object.add("what", .string(deed.rawValue))
            object.add("folder", folder)
            object.add("path", path)
            object.add("file", file)
            object.add("count", .integer(Int64(count)))
            return object.value
        }
    }

    var lines: [Line] = []
}

/// Those of collections.
struct HandMadeCollections: StatusOfKind { var links: HandMadeLinks }

/// Those of All.
struct HandMadeView: StatusOfKind { var links: HandMadeLinks }

extension Status {
    /// All of them, those of All first.
    var handMadeLinks: [HandMadeLinks.Line] { (ofKind(HandMadeView.self)?.links.lines ?? []) + (ofKind(HandMadeCollections.self)?.links.lines ?? []) }
}

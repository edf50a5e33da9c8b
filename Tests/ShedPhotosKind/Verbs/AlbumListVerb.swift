import ArgumentParser
import ShedCommand
import ShedModel
import ShedProject

struct AlbumListVerb: Verb {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the albums.")

    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let albums = try session.openToShow().refresh().albums()
        if global.json {
            session.output.json(.array(albums.map(\.json)))
        } else if global.zero {
            for album in albums { session.output.path(album.path.bytes) }
        } else {
            for album in albums {
                let cover = album.cover?.path.last.map { ", cover \($0)" } ?? ""
                session.output.line("\(album.path.last ?? ""): \(Style.count(album.photos.count, "photo"))\(cover)")
            }
        }
        return .done
    }
}

extension Album {
    var json: JSONValue {
        var object = JSONBuilder()
        object.add("id", id)
        object.add("path", path)
        object.add("photos", .integer(Int64(photos.count)))
        object.add("cover", cover?.id)
        return object.value
    }
}

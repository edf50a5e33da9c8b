import ShedModel
import ShedRules

/// What may stand in a project of photos: its types and its rules.
enum PhotosRules {
    static let rules: KindRules = {
        var rules = KindRules()
        rules.all = [NotAnImage.self]
        rules.content = [NotAnImage.info]
        rules.complete = { if $0.type == .album { $0.contents = .atOnce(NotAnImage.info) } }
        rules.manual = { $0 == NotAnImage.info.name ? NotAnImage.manual : nil }
        return rules
    }()
}

extension NodeType {
    /// A folder of photos.
    package static let album = declare(NodeTypeTraits("album", isDirectory: true, scopes: [.folder]))
}

extension Role {
    /// The folder of albums.
    package static let albums = Role(rawValue: "albums")
}

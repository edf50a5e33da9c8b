import ShedModel
import ShedProject
import ShedRules

/// The kind of project that holds albums of photos. No part of the program: a kind in one target, as anybody could add it.
package struct PhotosKind: KindModule {
    package init() {}

    package var name: String { "photos" }
    package var kinds: [Kind] { PhotosKind.shipped }
    package func serves(_ template: Template) -> Bool { template.folder(.albums) != nil }
    package var nodeTypes: [NodeType] { [.album] }
    package var rules: KindRules { PhotosRules.rules }
    package var fields: FieldTraits { AlbumCover.traits }
    package var settings: [SettingsTable] { [PhotosSettings.table] }
    package func open(_ project: Project) -> any ProjectKind { PhotosProject(project) }

    private static let shipped: [Kind] = {
        // Its file names them.
        _ = PhotosKind().nodeTypes
        return [Kinds.shipped(PackageResources.photos_toml)]
    }()
}

import ShedModel
import ShedProject

/// The kinds of project for writers: poetry, short stories, novels, scripts.
///
/// What is special about them is their templates.
public struct WritingKind: KindModule {
    public init() {}

    public var name: String { "writing" }
    public var kinds: [Kind] { WritingKind.shipped }
    public func serves(_ template: Template) -> Bool { WritingKind.names.contains(template.kind.raw) }

    private static let names: Set = ["poetry", "short-story", "novel", "script"]

    private static let shipped = [
        PackageResources.poetry_toml, PackageResources.short_story_toml, PackageResources.novel_toml, PackageResources.script_toml,
    ].map(Kinds.shipped)
}

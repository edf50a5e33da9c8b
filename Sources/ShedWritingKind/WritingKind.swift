import ShedModel
import ShedModel
import ShedProject
import ShedRules

/// The kinds of project for writers: poetry, short stories, novels, scripts.
///
/// What it does for writers is of use in any project of folders and files, so it also serves those of no other kind: blank ones,
/// and those of people's own templates.
public struct WritingKind: KindModule {
    public init() {}

    public var name: String { "writing" }
    public var kinds: [Kind] { WritingKind.shipped }
    public func serves(_ template: Template) -> Bool { WritingKind.names.contains(template.kind.raw) }
    public var servesTheRest: Bool { true }
    public var settings: [SettingsTable] {
        [
            SnapshotsSettings.table,
            WordSettings.table,
            CompileSettings.table,
        ]
    }
    public var rules: KindRules { WritingRules.rules }
    public var fields: FieldTraits { FieldTraits([CompiledField.traits, CollectionsProject.passingTraits]) }
    public func holdsOwnLinks(_ role: Role) -> Bool { role == .all }
    public func open(_ project: Project) -> any ProjectKind { WritingProject(WritingKind.parts(of: project)) }

    private static let names: Set = ["poetry", "short-story", "novel", "script"]

    private static let shipped = [
        PackageResources.poetry_toml, PackageResources.short_story_toml, PackageResources.novel_toml, PackageResources.script_toml,
    ].map(Kinds.shipped)
}

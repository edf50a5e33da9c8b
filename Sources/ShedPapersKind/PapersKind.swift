import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedRules

/// The kind of projects of papers: bundles of PDFs, and docs whose pages show pages of bundles.
public struct PapersKind: KindModule {
    private let allowances = Allowances()

    public init() {}

    public var name: String { "papers" }

    public var kinds: [Kind] { PapersKind.shipped }

    public func serves(_ template: Template) -> Bool { template.folder(.bundles) != nil && template.folder(.docs) != nil }

    public var nodeTypes: [NodeType] { [.bundle, .doc, .pageGroup, .page] }
    public var rules: KindRules { PapersRules.rules }
    public var fields: FieldTraits { PaperField.traits }
    public var settings: [SettingsTable] { [PapersSettings.table] }
    public var labelScopes: [LabelScope] { LabelScope.papers }
    public var keptFolders: [KeptFolder] {
        [
            KeptFolder(PapersFolder.store, isReadOnly: true) { PaperField.contents(of: $0, isThere: $1) },
            KeptFolder(PapersFolder.text) { PaperField.contents(of: $0, isThere: $1) },
        ]
    }

    public func notes(adopting model: Model) -> [Operation] { LeftPDFs.notes(adopting: model) }
    public func sentence(onLeft count: Int) -> String { LeftPDFs.sentence(count) }

    public func open(_ project: Project) -> any ProjectKind { PapersProject(project, allowances.allowances(of: project.home)) }

    public func background(wake: @escaping @Sendable () -> Void) -> (any BackgroundWork)? { TextDesk(wake: wake) }

    public func diagnose(_ patients: [Patient], _ surroundings: Surroundings) -> [Diagnosis] {
        PapersDoctor(patients, surroundings).diagnoses()
    }

    private static let shipped: [Kind] = {
        // Its file names them.
        _ = PapersKind().nodeTypes
        return [Kinds.shipped(PackageResources.papers_toml)]
    }()
}

/// Why shed itself did something, as the history keeps it: `log` knows it again by this.
public enum PaperReason {
    /// The file of a page was made anew that shows the same page as before.
    public static let madeAnew = Message.hasOtherDisplay
    /// Something was renamed that got another number.
    public static let numberedAnew = Message.numberedAnew
}

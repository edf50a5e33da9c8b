import ShedCommand
import ShedExchange
import ShedImport
import ShedPapersKind
import ShedProject
import ShedRecordsKind
import ShedRules
import ShedWritingKind

/// What the program is put together with.
enum Installed {
    /// The kinds of project, in the order in which they are offered: the one list of them.
    static let kinds: [any KindCommands] = [WritingCommands(), RecordsCommands(), PapersCommands()]

    /// What is known of what files held, and how two differ.
    static let knowledge: any ContentKnowledge = WritingKnowledge()

    /// What keeps earlier contents of files, for exports and imports.
    static let versions: any VersionKeeper = SnapshotVersions()

    /// What can be imported, in the order in which it is asked whether it is meant.
    static let sources: [any ImportSource] = [ShedExport()] + ForeignSource.all

    /// The names of the kinds, with the other names that people may use.
    static var kindNames: [String] {
        let kinds = KindModules(Installed.kinds.map(\.module)).kinds
        return kinds.names + kinds.synonyms.keys.sorted()
    }

    /// The same, with the kinds of the person's own.
    static var allKindNames: [String] {
        let modules = KindModules(Installed.kinds.map(\.module))
        let surroundings = try? Surroundings(environment: Session.environment(), kinds: modules, requiresState: false)
        return kindNames + ((surroundings.flatMap { try? OwnKinds($0).names() }) ?? [])
    }

    /// The roles that folders of any kind can have.
    static var roles: [String] { Set(KindModules(kinds.map(\.module)).kinds.all.flatMap { $0.folders.map(\.role.rawValue) }).sorted() }

    /// The rules of the program: shed's own, and those of all kinds.
    static let rules = KindModules(kinds.map(\.module)).rules
}

/// The paths of a verb that takes many, with the options by which kinds of project choose some.
typealias Paths = PathsArgument<PageChoice>

/// The options by which a kind of project lets “restore” put back what a file held.
typealias EarlierContent = VersionChoice

/// What “export” writes that is no export of a project, and what “import” reads that is no project.
typealias OtherExport = CollectionExportChoice
typealias OtherImport = CollectionImportChoice

import ShedModel
import ShedReconcile
import ShedRules

/// A kind of project, as a value that describes it: its templates, types, rules, fields, settings.
///
/// What it keeps of one opened project is a ``ProjectKind``; that is what a walk asks, and so never branches on the kind. The one
/// list of kinds is `Installed.kinds` of the program, which builds and works without any of them. Documentation/Extending.md says how to make one.
public protocol KindModule: Sendable {
    /// What it is called in messages, and where the index keeps what is its own.
    var name: String { get }
    /// The kinds of project that ship with it.
    var kinds: [Kind] { get }
    /// Whether it is asked about projects of a template. No two modules serve one template.
    func serves(_ template: Template) -> Bool
    /// Whether it is also asked about projects that no module serves: of one module at most, the first that says so.
    var servesTheRest: Bool { get }
    /// The types of nodes that it brings. Named here, they are declared before anything is read.
    var nodeTypes: [NodeType] { get }
    /// What may stand where, and the rules of `check`.
    var rules: KindRules { get }
    /// Which fields travel, which stay, which hold IDs.
    var fields: FieldTraits { get }
    /// What tags and variables may be given to, in the order in which that is named to people.
    var labelScopes: [LabelScope] { get }
    /// The tables of `.shed/settings.toml` that are its own.
    var settings: [SettingsTable] { get }
    /// The folders of `.shed/` in which it keeps files.
    var sidecarFolders: [SidecarFolder] { get }
    /// Those of them whose files go with a whole project where it is exported, and come back with it.
    var keptFolders: [KeptFolder] { get }
    /// The files of which people are shown what they held before shed wrote over them: exports take that along. `nil`: there are none.
    var overwritten: OverwrittenFiles? { get }
    /// Whether folders of a role hold nothing but links that each device makes by itself, so that git need not carry them.
    func holdsOwnLinks(_ role: Role) -> Bool
    /// What is to be noted of things in a project that is just being adopted and that would become something else if they came
    /// later, so that they are left as they are until a person asks (``ProjectKind/takingUp(_:)``).
    func notes(adopting model: Model) -> [Operation]
    /// What a person is told of so many of them, and what helps, in a sentence without its full stop.
    func sentence(onLeft count: Int) -> String
    /// What it keeps of an opened project. `project` holds it, and is not to be held by it.
    func open(_ project: Project) -> any ProjectKind
    /// Work that takes long and that a daemon does beside everything else, for all projects of the kind.
    /// - Parameter wake: called from any thread when there is something to take.
    func background(wake: @escaping @Sendable () -> Void) -> (any BackgroundWork)?
    /// What the doctor says of the kind: programs that it needs, and what its projects need of them.
    func diagnose(_ patients: [Patient], _ surroundings: Surroundings) -> [Diagnosis]
}

/// A folder of `.shed/` in which a kind keeps files of one sort.
public struct SidecarFolder: Sendable {
    public let name: Name
    /// Whether a file of this name is one of them.
    public let holds: @Sendable (Name) -> Bool
    /// What `check` says of anything else that stands there, in a sentence.
    public let complaint: String

    public init(_ name: Name, complaint: String, holds: @escaping @Sendable (Name) -> Bool) {
        self.name = name
        self.holds = holds
        self.complaint = complaint
    }
}

/// Work that takes long, of a kind, in a daemon: on threads of its own, without the lock of any project.
public protocol BackgroundWork: Sendable {
    /// Lets go of a project.
    func drop(_ project: OpenedProject)
    /// What went wrong since this was last asked.
    func takeFailures() -> [(project: OpenedProject, fault: ShedError)]
    /// Ends what is done, within some hundredths of a second.
    func stop()
    /// Has somebody told before and after each thing that is done for a project in this process, on the thread that does it: a
    /// daemon that dies then has died under that project. Called before there is anything to do.
    ///
    /// Told before, it returns whether the work may begin now. What may not stays as it waits until ``goOn()``, and keeps nothing
    /// waiting that is for other projects; it is not told of its end.
    func tellOfWork(_ observer: @escaping @Sendable (_ project: OpenedProject, _ isAtWork: Bool) -> Bool)
    /// What might not begin may by now.
    func goOn()
}

extension BackgroundWork {
    public func tellOfWork(_ observer: @escaping @Sendable (_ project: OpenedProject, _ isAtWork: Bool) -> Bool) {}
    public func goOn() {}
}

extension KindModule {
    public var kinds: [Kind] { [] }
    public var servesTheRest: Bool { false }
    public var nodeTypes: [NodeType] { [] }
    public var rules: KindRules { KindRules() }
    public var fields: FieldTraits { FieldTraits() }
    public var labelScopes: [LabelScope] { LabelScope.general }
    public var settings: [SettingsTable] { [] }
    public var sidecarFolders: [SidecarFolder] { [] }
    public var keptFolders: [KeptFolder] { sidecarFolders.map { KeptFolder($0.name, isGoneBy: true) } }
    public var overwritten: OverwrittenFiles? { nil }
    public func holdsOwnLinks(_ role: Role) -> Bool { false }
    public func notes(adopting model: Model) -> [Operation] { [] }
    public func sentence(onLeft count: Int) -> String { "" }
    public func open(_ project: Project) -> any ProjectKind { PlainKind() }
    public func background(wake: @escaping @Sendable () -> Void) -> (any BackgroundWork)? { nil }
    public func diagnose(_ patients: [Patient], _ surroundings: Surroundings) -> [Diagnosis] { [] }
}

/// The kinds that the program was put together with.
public struct KindModules: Sendable {
    public let all: [any KindModule]
    /// The rules of the program: shed's own, and those of all kinds.
    public let rules: RuleBook
    /// The tables of the settings that are the kinds' own.
    let settings: [SettingsTable]
    /// What is special about the fields of all kinds, and of projects of any.
    public let fields: FieldTraits

    public init(_ all: [any KindModule] = []) {
        self.all = all
        // What nobody names is not declared.
        for module in all { _ = module.nodeTypes }
        rules = RuleBook(all.map(\.rules))
        settings = all.flatMap(\.settings)
        fields = FieldTraits([FolderOrder.traits, FolderGuests.traits] + all.map(\.fields))
    }

    /// The kinds of project that can be made: the blank one, and those that ship with the modules.
    public var kinds: Kinds { Kinds(all.flatMap(\.kinds)) }

    /// The module that is asked about projects of a template; `nil`: there is nothing special about them.
    /// - Throws: ``ShedError`` where two would be: the template claims two kinds at once.
    public func module(for template: Template) throws(ShedError) -> (any KindModule)? {
        let serving = all.filter { $0.serves(template) }
        guard serving.count < 2 else {
            let names = serving.map { "“\($0.name)”" }.joined(separator: " and ")
            throw ShedError(
                .environment, "the template of the kind “\(template.kind)” has what is special about \(names), and a project is of one kind",
                remedy: "Leave out what makes it one of them; Documentation/Kinds.md says what that is.")
        }
        return serving.first ?? all.first(where: \.servesTheRest)
    }

    /// What may stand where in projects of a template.
    func projectRules(of template: Template) throws(ShedError) -> ProjectRules {
        ProjectRules(template, book: rules, kind: try module(for: template)?.rules ?? KindRules())
    }
}

import ShedModel
import ShedReconcile
import ShedRules

/// A kind of project: the door through which the road asks what is special about a project, and never branches on it.
///
/// A module is a value that describes the kind; what it keeps of one opened project is a ``ProjectKind``. Modules are named in
/// one list (``KindModules``), and a program without one of them builds and works. Documentation/Kinds.md says how to make one.
public protocol KindModule: Sendable {
    /// What it is called in messages, and where the index keeps what is its own.
    var name: String { get }
    /// The kinds of project that ship with it.
    var kinds: [Kind] { get }
    /// Whether it is asked about projects of a template. No two modules serve one template.
    func serves(_ template: Template) -> Bool
    /// The types of nodes that it brings. Named here, they are declared before anything is read.
    var nodeTypes: [NodeType] { get }
    /// What may stand where, and the rules of `check`.
    var rules: KindRules { get }
    /// Which fields travel, which stay, which hold IDs.
    var fields: FieldTraits { get }
    /// What tags and variables may be given to, in the order in which that is named to people.
    var labelScopes: [LabelScope] { get }
    /// What it keeps of an opened project. `project` holds it, and is not to be held by it.
    func open(_ project: Project) -> any ProjectKind
}

extension KindModule {
    public var kinds: [Kind] { [] }
    public var nodeTypes: [NodeType] { [] }
    public var rules: KindRules { KindRules() }
    public var fields: FieldTraits { FieldTraits() }
    public var labelScopes: [LabelScope] { LabelScope.general }
    public func open(_ project: Project) -> any ProjectKind { PlainKind() }
}

/// The kinds that the program was put together with.
public struct KindModules: Sendable {
    public let all: [any KindModule]
    /// The rules of the program: shed's own, and those of all kinds.
    public let rules: RuleBook
    /// What is special about the fields of all kinds.
    public let fields: FieldTraits

    public init(_ all: [any KindModule] = []) {
        self.all = all
        // What nobody names is not declared.
        for module in all { _ = module.nodeTypes }
        rules = RuleBook(all.map(\.rules))
        fields = FieldTraits(all.map(\.fields))
    }

    /// The module that is asked about projects of a template; `nil`: there is nothing special about them.
    /// - Throws: ``ShedError`` where two would be: the template claims two kinds at once.
    public func module(for template: Template) throws(ShedError) -> (any KindModule)? {
        let serving = all.filter { $0.serves(template) }
        guard serving.count < 2 else {
            let names = serving.map { "“\($0.name)”" }.joined(separator: " and ")
            throw ShedError(
                .environment, "the template of the kind “\(ShedError.shown(template.kind))” has what is special about \(names), and a project is of one kind",
                remedy: "Leave out the folders of one of them.")
        }
        return serving.first
    }

    /// What may stand where in projects of a template.
    package func projectRules(of template: Template) throws(ShedError) -> ProjectRules {
        ProjectRules(template, book: rules, kind: try module(for: template)?.rules ?? KindRules())
    }
}

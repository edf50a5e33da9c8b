import ShedModel

/// What may stand where in one project: its template, and the rules of shed and of its kind. The one place at which facts of
/// folders are made.
public struct ProjectRules: Sendable {
    public let template: Template
    /// All rules of the program.
    public let book: RuleBook
    private let kind: KindRules

    /// - Parameter kind: the rules of the project's kind.
    public init(_ template: Template, book: RuleBook = RuleBook(), kind: KindRules = KindRules()) {
        self.template = template
        self.book = book
        self.kind = kind
    }

    // MARK: Facts

    /// The root. What it accepts comes with its kind and is nobody's to change.
    public func factsOfRoot() -> FolderFacts {
        completed(FolderFacts(isRoot: true, type: .project, role: nil, accepts: template.root, filling: .people, label: "."))
    }

    /// A folder in Trash or Rejected, and these two: they take what is moved there, whatever it is.
    public func factsOfShelter(label: String) -> FolderFacts {
        completed(FolderFacts(isRoot: false, role: nil, accepts: .nothing, filling: .anything, label: label))
    }

    /// Any other folder: what it accepts is its own setting, else that of its role, else that of its type.
    /// - Parameter label: its name as it can be shown.
    public func facts(of folder: Node, label: String) -> FolderFacts {
        let role = folder.role.flatMap(template.folder)
        let accepts = folder.accepts ?? role?.accepts ?? folder.type.defaultAccepts
        var facts = FolderFacts(
            isRoot: false, type: folder.type, role: template.isInForce(folder.role) ? folder.role : nil, accepts: accepts,
            filling: template.filling(of: folder.role), label: label)
        if folder.role != nil { facts.innerRoles = template.innerRoles(of: folder.role) }
        return completed(facts)
    }

    private func completed(_ facts: FolderFacts) -> FolderFacts {
        var facts = facts
        kind.complete(&facts)
        return facts
    }

    // MARK: Asking

    /// The first placement rule that the candidate breaks.
    public func refusal(of candidate: Candidate, in folder: FolderFacts) -> Refusal? {
        var candidate = candidate
        if !template.isInForce(candidate.role) { candidate.role = nil }
        // A new name in the same folder changes nothing of what stands where.
        if candidate.provenance == .renamed { return ProjectRules.refusal(of: candidate, in: folder, by: [BlankName.self]) ?? refusalOfContent(candidate) }
        let refusal = firstRefusal(of: candidate, in: folder)
        guard let refusal, refusal.isForItsType else { return refusal }
        // Where the folder would refuse it all the same if it accepted both, its type is not the reason.
        var open = folder
        open.accepts = .both
        return firstRefusal(of: candidate, in: open) ?? refusal
    }

    private func firstRefusal(of candidate: Candidate, in folder: FolderFacts) -> Refusal? {
        ProjectRules.refusal(of: candidate, in: folder, by: RuleBook.first)
            ?? ProjectRules.refusal(of: candidate, in: folder, by: kind.first)
            ?? ProjectRules.refusal(of: candidate, in: folder, by: RuleBook.folders)
            ?? ProjectRules.refusal(of: candidate, in: folder, by: kind.last)
            ?? refusalOfContent(candidate)
    }

    /// What refuses a candidate for where it is to stand, whatever its name is.
    public func refusalOfPlace(of candidate: Candidate, in folder: FolderFacts) -> Refusal? {
        refusal(of: candidate, in: folder).flatMap { $0.rule == BlankName.info ? nil : $0 }
    }

    private static func refusal(of candidate: Candidate, in folder: FolderFacts, by rules: [any PlacementRule.Type]) -> Refusal? {
        for rule in rules {
            if let complaint = rule.complaint(about: candidate, in: folder) { return Refusal(rule: rule.info, complaint, isForItsType: rule == WrongType.self) }
        }
        return nil
    }

    private func refusalOfContent(_ candidate: Candidate) -> Refusal? {
        candidate.complaint.map { Refusal(rule: $0.rule, message: $0.sentence) }
    }
}

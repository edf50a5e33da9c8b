import ShedModel

/// All rules that the program knows: its own, and those of the kinds of project that it was put together with.
public struct RuleBook: Sendable {
    private let kinds: [KindRules]
    /// Every rule there is, in the order of the codes.
    public let all: [any Rule.Type]
    /// What is known of each rule, in the same order.
    public let infos: [RuleInfo]
    private let byName: [String: RuleInfo]
    private let refusing: Set<String>
    private let waiting: Set<String>

    public init(_ kinds: [KindRules] = []) {
        self.kinds = kinds
        all = RuleBook.general + kinds.flatMap(\.all) + RuleBook.labels
        infos = all.map { $0.info }
        byName = Dictionary(infos.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let placement = RuleBook.first + RuleBook.folders + kinds.flatMap { $0.first + $0.last }
        waiting = Set(kinds.flatMap(\.waiting).map(\.name))
        refusing = Set([NameCollision.info.name] + placement.map { $0.info.name } + kinds.flatMap(\.content).map(\.name))
    }

    /// What is known of a rule by its name.
    public func info(named name: String) -> RuleInfo? { byName[name] }

    /// Whether a rule refuses what is new (it moves to Rejected, or a known item goes back), and does not only report.
    public func refuses(_ rule: RuleInfo) -> Bool { refusing.contains(rule.name) }

    /// Whether what a rule reports is looked at again once all has been quiet: it is refused then, or looked into.
    public func isJudgedLater(_ rule: RuleInfo) -> Bool { refuses(rule) || waiting.contains(rule.name) }

    /// What the manual says of a rule; `nil` for a name that none has.
    public func manual(_ name: String) -> RuleEntry? {
        RuleManual.entry(name) ?? kinds.lazy.compactMap { $0.manual(name) }.first
    }
}

extension RuleBook {
    /// Placement rules that are asked before everything else.
    static let first: [any PlacementRule.Type] = [BlankName.self, FileAtRoot.self]
    /// Placement rules on what a folder takes.
    static let folders: [any PlacementRule.Type] = [ClosedFolder.self, WrongType.self, MisplacedTemplateFolder.self]

    private static let general: [any Rule.Type] = [
        DoubledID.self, IgnoredButTracked.self, LikelySame.self,
        BlankName.self, NameCollision.self, NameNotText.self, ControlCharacter.self, TrailingDotOrSpace.self, LeadingSpace.self,
        UnnormalisedName.self, LongName.self,
        FileAtRoot.self, WrongType.self, ClosedFolder.self, UnexplainedAddition.self, MisplacedTemplateFolder.self,
        LeavingLink.self, DanglingLink.self, SpecialFile.self, UnreadableEntry.self, NestedProject.self, HiddenFolder.self,
        RejectedLeftover.self, BulkAddition.self, HardLinkedFile.self, EmptyRejected.self,
        ReservedCharacter.self, DeviceName.self, ECryptfsName.self, LongPath.self,
        TornBatch.self, ForeignBatch.self, AbsentParent.self, UnknownOperation.self, FutureStamp.self, SidecarEntry.self,
        NewerBatch.self, ProjectElsewhere.self, UnreadIgnoreRule.self, ForkedReplica.self,
        CarrierArrival.self, ConflictCopy.self,
        BrokenDocumentLink.self,
        MissingTemplateFolder.self,
    ]

    private static let labels: [any Rule.Type] = [TagScope.self, VariableValueRule.self, DoubledLabel.self]
}

extension RuleBook {
    /// The rules on names that can say the right name.
    public static let mending: [any NameMending.Type] = [UnnormalisedName.self, TrailingDotOrSpace.self]

    /// A name as some of those rules want it.
    public static func mended(_ name: Name, by rules: Set<String>) -> Name {
        mending.filter { rules.contains($0.info.name) }.reduce(name) { $1.mended($0) ?? $0 }
    }

    /// A finding with the fix that its rule would like, whether or not it can be made.
    public static func withFix(_ finding: Finding) -> Finding {
        guard finding.fix == nil, let name = finding.path.last, case let mended = mended(name, by: [finding.rule]), mended != name else { return finding }
        var finding = finding
        finding.fix = .rename(to: mended)
        return finding
    }
}

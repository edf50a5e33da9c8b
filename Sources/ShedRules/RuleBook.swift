import ShedModel

/// All rules, in the order in which they are asked.
public enum RuleBook {
    /// The rules on what may stand where: the ones that refuse additions.
    public static let placement: [any PlacementRule.Type] = [
        BlankName.self, FileAtRoot.self, NestedGroup.self, MisplacedPaper.self, ClosedFolder.self, WrongType.self, MisplacedTemplateFolder.self,
        NotARecord.self, NotAPDF.self,
    ]

    /// Every rule there is, in the order of the codes.
    public static let all: [any Rule.Type] = [
        DoubledID.self, IgnoredButTracked.self,
        BlankName.self, NameCollision.self, NameNotText.self, ControlCharacter.self, TrailingDotOrSpace.self, LeadingSpace.self,
        UnnormalisedName.self, LongName.self,
        FileAtRoot.self, WrongType.self, ClosedFolder.self, UnexplainedAddition.self, MisplacedTemplateFolder.self,
        LeavingLink.self, DanglingLink.self, SpecialFile.self, UnreadableEntry.self, NestedProject.self,
        RejectedLeftover.self, BulkAddition.self, HardLinkedFile.self, EmptyRejected.self,
        ReservedCharacter.self, DeviceName.self, ECryptfsName.self, LongPath.self,
        TornBatch.self, ForeignBatch.self, AbsentParent.self, UnknownOperation.self, FutureStamp.self, SidecarEntry.self,
        NewerBatch.self, ProjectElsewhere.self, UnreadIgnoreRule.self,
        CarrierArrival.self, ConflictCopy.self,
        MissingTemplateFolder.self,
        NotARecord.self, DoubledKey.self, SchemaViolation.self, DoubledValue.self, DanglingReference.self, BrokenSchema.self,
        NotAPDF.self, MisplacedPaper.self, NestedGroup.self, MissingDisplay.self, DifferingPageCounts.self, PageOutOfRange.self,
        DanglingBundle.self, EmptyGroup.self, BundleInUse.self, EditedPage.self, AlteredCopy.self, StaleText.self, WaitingPDF.self,
        TagScope.self, VariableValueRule.self, DoubledLabel.self,
    ]

    /// The rules on what a file holds: the ones that refuse additions because of their content.
    public static let content: Set<String> = [
        NotARecord.info.name, DoubledKey.info.name, SchemaViolation.info.name, DoubledValue.info.name,
        NotAPDF.info.name,
    ]

    /// The first placement rule that the candidate breaks.
    public static func refusal(of candidate: Candidate, in folder: FolderFacts) -> Refusal? {
        // A new name in the same folder changes nothing of what stands where.
        let asked: [any PlacementRule.Type] = candidate.standing == .renamed ? [BlankName.self] : placement
        for rule in asked {
            if let message = rule.complaint(about: candidate, in: folder) {
                return Refusal(rule: rule.info, message: message)
            }
        }
        if let complaint = candidate.complaint { return Refusal(rule: complaint.rule, message: complaint.sentence) }
        return nil
    }

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

    /// Whether a rule refuses what is new (it moves to Rejected, or a known item goes back), and does not only report.
    public static func refuses(_ rule: RuleInfo) -> Bool {
        rule == NameCollision.info || content.contains(rule.name) || placement.contains { $0.info == rule }
    }

    /// What is known of a rule by its name.
    public static func info(named name: String) -> RuleInfo? { byName[name] }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.info.name, $0.info) })
}

extension NodeType {
    /// The word for messages: `a file`, `a folder`.
    var withArticle: String { isDirectory ? "a folder" : "a file" }
}

import ShedModel

/// All rules, in the order in which they are asked.
public enum RuleBook {
    /// The rules on what may stand where: the ones that refuse additions.
    public static let placement: [any PlacementRule.Type] = [
        BlankName.self, FileAtRoot.self, ClosedFolder.self, WrongType.self, MisplacedTemplateFolder.self,
    ]

    /// Every rule there is, in the order of the codes.
    public static let all: [any Rule.Type] = [
        DoubledID.self,
        BlankName.self, NameCollision.self, NameNotText.self, ControlCharacter.self,
        FileAtRoot.self, WrongType.self, ClosedFolder.self, UnexplainedAddition.self, MisplacedTemplateFolder.self,
        LeavingLink.self, DanglingLink.self, SpecialFile.self, UnreadableEntry.self, NestedProject.self,
        RejectedLeftover.self, CarrierArrival.self, ConflictCopy.self, BulkAddition.self,
        TornBatch.self, ForeignBatch.self, AbsentParent.self, UnknownOperation.self, FutureStamp.self, SidecarEntry.self,
        MissingTemplateFolder.self,
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
        return nil
    }

    /// What is known of a rule by its name.
    public static func info(named name: String) -> RuleInfo? { all.first { $0.info.name == name }?.info }
}

extension NodeType {
    /// The word for messages: `a file`, `a folder`.
    var withArticle: String { isDirectory ? "a folder" : "a file" }
}

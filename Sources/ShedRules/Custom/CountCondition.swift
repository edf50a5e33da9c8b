import ShedModel

/// How many entries of a sort a folder must have.
public struct CountCondition: Sendable {
    /// `nil`: whatever the name.
    public var name: NamePattern?
    public var type: EntryChoice
    public var least: Int
    /// `nil`: as many as there are.
    public var most: Int?

    public init(name: NamePattern? = nil, type: EntryChoice = .both, least: Int = 0, most: Int? = nil) {
        self.name = name
        self.type = type
        self.least = least
        self.most = most
    }

    /// What is wrong with a folder's entries, in one sentence; `nil` if nothing is.
    func complaint(about entries: [FolderEntry]) -> String? {
        let count = entries.count { type.contains($0.type) && name?.matches($0.name) != false }
        guard count < least || count > most ?? Int.max else { return nil }
        let found = count == 0 ? "no \(noun)" : type.counted(count)
        let named = name.map { " named “\(EscapedText.escape(Array($0.text.utf8)))”" } ?? ""
        return "This folder has \(found)\(named); it must have \(wanted)."
    }

    private var noun: String {
        switch type {
        case .files: "file"
        case .folders: "folder"
        case .both: "entry"
        }
    }

    private var wanted: String {
        guard let most else { return "\(least) or more" }
        if most == least { return most == 0 ? "none" : "exactly \(most)" }
        return least == 0 ? "at most \(most)" : "\(least) to \(most)"
    }
}

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

    func holds(for count: Int) -> Bool { count >= least && count <= most ?? Int.max }

    /// What is wrong with a number of entries for which it does not hold, and what to do about it, in one sentence each.
    /// - Parameter path: the folder's, from the project's root.
    func complaint(about count: Int, at path: RelativePath) -> (message: String, cure: String) {
        let found = count == 0 ? "no \(noun)" : type.counted(count)
        let named = name.map { " named \(ShortList.quoted($0.text))" } ?? ""
        let place = path.isRoot ? "the project's root" : "“\(path)”"
        let cure =
            if count < least {
                "Put \(type.counted(least - count, more: count > 0))\(named) into \(place)"
            } else {
                "Move \(type.counted(count - (most ?? count)))\(named) out of \(place)"
            }
        return ("This folder has \(found)\(named); it must have \(wanted).", "\(cure), or change the rule in the settings.")
    }

    /// How many entries there are of a name.
    struct Tally {
        var files = 0
        var folders = 0

        mutating func add(_ type: NodeType) { if type.isDirectory { folders += 1 } else { files += 1 } }

        func count(_ choice: EntryChoice) -> Int {
            switch choice {
            case .files: files
            case .folders: folders
            case .both: files + folders
            }
        }
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

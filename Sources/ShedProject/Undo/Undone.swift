import ShedMessages
import ShedModel
import ShedSidecar

/// What became of one thing when an entry of the undo journal was taken back, or would.
public struct UndoneThing: Hashable, Sendable {
    /// What was done to it. The raw values are words of `undo --json`.
    public enum Deed: String, Hashable, Sendable {
        /// It has the place back that it had.
        case moved
        /// What shed had made is in Trash.
        case trashed
        /// What shed had made is gone: an empty folder.
        case removed
        /// An empty folder that shed had removed is there again.
        case made
        /// A file has its old content back.
        case rewritten
        /// Tags, values and the like are what they were.
        case changed
        /// It is so already; said only where nothing at all is to be done.
        case already
        /// It is left as it is: ``UndoneThing/obstacle`` says why.
        case left
    }

    public var deed: Deed
    public var id: NodeID?
    /// Where it is now; for what is gone, where it was.
    public var path: RelativePath
    /// For what was moved: where shed had put it.
    public var from: RelativePath?
    /// For what was rewritten: where the file lies, in Rejected, that held this.
    public var also: RelativePath?
    /// For what was changed, or was left: which of what is known of it.
    public var facts: Set<Fact> = []
    /// Which tags, groups and variables it is about, as far as that is known.
    public var labels: [NamedLabel] = []
    /// Why it was left, or that it is so already.
    public var obstacle: Obstacle?
    /// Whether it is the template that is in force, which a person has never seen as a file.
    public var isTemplate: Bool { path.names.count == 3 && path == SidecarFile(path.names[2], in: Sidecar.templates).path }
    /// The position of the entry's step that it is of.
    var step: Int?

    /// Whether anything was done to it, or would be.
    public var isDone: Bool { deed != .left && deed != .already }
}

extension UndoneThing {
    /// A tag, a group or a variable, as people call it.
    public struct NamedLabel: Hashable, Sendable {
        public var kind: LabelKind
        public var name: String
    }

    /// So many labels are named.
    private static var mostLabels: Int { 5 }

    /// What of it was changed, or was left: labels by their names.
    public var whatIsKnown: Message {
        guard !labels.isEmpty else { return Fact.words(facts) }
        let named = Message.list(labels.prefix(UndoneThing.mostLabels).map { .namedLabel(sort: $0.kind.sort, name: EscapedText.escape(Array($0.name.utf8))) })
        let rest = labels.count - min(labels.count, UndoneThing.mostLabels)
        return rest > 0 ? .andMore(names: named, count: rest) : named
    }

    /// What of what is known of something, in the order in which it is said.
    public enum Fact: String, CaseIterable, Hashable, Sendable {
        case tags
        case labels
        case details
        case devices
        case values
        case accepts
        case order
        case guests
        case others
        case exceptions
        case givenUp

        init(_ field: Field) {
            switch field {
            case .tag: self = .tags
            case .value: self = .values
            case .accepts: self = .accepts
            case .order, .other(FolderOrder.folderField, _), .other(FolderOrder.numberField, _): self = .order
            case .other(let name, _) where FolderGuests.isField(name): self = .guests
            case .other(let name, _) where DeviceField.isOne(name): self = .devices
            case .exception, .unexplained: self = .exceptions
            case .note: self = .details
            case .forgotten: self = .givenUp
            default: self = .others
            }
        }

        /// What an operation is about.
        static func of(_ operation: Operation) -> [Fact] { operation.label != nil ? [.labels] : operation.set.map(Fact.init) }

        public static func words(_ facts: Set<Fact>) -> Message { .list(allCases.filter(facts.contains).map { .changedSort(sort: $0.rawValue) }) }
    }

    /// Why something was left as it is.
    public enum Obstacle: Hashable, Sendable {
        case gone
        /// Somebody moved it on.
        case elsewhere(RelativePath)
        /// Something else has the place that it would get.
        case taken(RelativePath)
        /// Something has a name that differs in case or Unicode normalisation alone from the one that it would get; with the command
        /// that moves it there under another one, where that may be done.
        case alike(RelativePath, name: Name, command: String?)
        /// Nobody knows the folder any more that it was in.
        case folderGone
        /// A file is not as shed left it.
        case changed
        /// A file that shed made is not as shed made it.
        case changedSinceMade
        /// What stands there is not what was moved there.
        case another
        /// Tags, values and the like are not as shed left them.
        case factsChanged
        /// In a folder that shed made is something that it did not make.
        case filled
        /// What a file held went to Rejected.
        case inRejected
        /// What a file held was too large to be kept.
        case notKept
        /// It could not be moved.
        case unmoved(RelativePath)
        /// What a file held cannot be read any more.
        case lost(Message)
        /// A file cannot be read.
        case unreadable(Message)
        /// What a rule or the system said: a clause without a full stop.
        case failed(Message)
        /// It is where it was before.
        case isBack
        /// What shed made is gone.
        case isGoneAlready
        /// It holds, or has, what it did before.
        case isSoAlready

        /// Whether it can go away, so that what was left can be taken back after all.
        public var mayPass: Bool {
            switch self {
            case .inRejected, .notKept, .lost, .changed, .changedSinceMade: false
            default: true
            }
        }

        /// A clause without a full stop.
        /// - Parameter place: how a path is shown.
        public func message(_ place: (RelativePath) -> String = { "\($0)" }) -> Message {
            switch self {
            case .gone: .itIsGone
            case .elsewhere(let path): .itIsNowAt(path: place(path))
            case .taken(let path): .placeIsTaken(path: place(path))
            case .alike(let path, let name, let command):
                command.map { Message.alikeUnlessMoved(path: place(path), name: name.escaped, command: $0) } ?? .alikeIsThere(path: place(path), name: name.escaped)
            case .folderGone: .formerFolderGone
            case .changed: .changedSince
            case .changedSinceMade: .changedSinceMade
            case .another: .anotherSince
            case .factsChanged: .factsChangedSince
            case .filled: .othersInFolder
            case .inRejected: .formerInRejected
            case .notKept: .contentNotKept
            case .unmoved(let path): .notMovedTo(path: place(path))
            case .lost(let reason): .contentLost(reason: reason)
            case .unreadable(let reason): .cannotBeRead(reason: reason)
            case .failed(let words): words
            case .isBack: .isBackAlready
            case .isGoneAlready: .isGoneAlready
            case .isSoAlready: .isSoAlready
            }
        }
    }
}

/// What taking an entry back came to.
public struct Undone: Sendable {
    /// The entry that was taken back.
    public var entry: UndoEntry
    /// The number by which that can be taken back itself; `nil` where nothing was done.
    public var number: Int?
    /// All such numbers: what was left of an entry and what did it again are taken back each by itself.
    public var numbers: [Int] = []
    /// Whether that is the newest number: not where an interrupted undo was gone on with after other things were done.
    public var isNewest = true
    public var things: [UndoneThing] = []

    /// Whether something was done, or would be.
    public var isAnythingDone: Bool { things.contains(where: \.isDone) }

    /// Whether everything that was still to be taken back was.
    public var isWhole: Bool { !things.contains { $0.deed == .left } }
}

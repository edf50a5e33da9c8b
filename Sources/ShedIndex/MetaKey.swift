import ShedModel

/// The keys of the table `meta`. The raw value is the key.
enum MetaKey: String, CaseIterable {
    case generation
    case totals
    case project
    case clock
    case heads
    case fold
    case foldRules = "fold-rules"
    case lastOfOthers = "last-of-others"
    case future
    case doubled
    case outplaced
    case hints
    case gaps
    case standing
    case standingNames = "standing-names"
    case standingCounts = "standing-counts"
    case unkept
    case forks
    case pending
    case refused
    case rejections
    case incomingMoves = "awaited"
    case waitingMoves = "waiting-moves"
    case incomingNodes = "incoming-nodes"
    case aliases
    case intents
    case labels
    case dated
    case leftover
    case pairs
    case told
    case kindData = "kind-data"

    /// What a caller's ``IndexMeta`` holds.
    static let ofCaller = allCases.filter { $0 != .generation && $0 != .totals }

    /// Whether two metas hold the same under this key. Collections that share their storage are equal without a look at
    /// their elements, so this costs little for what was not touched.
    func isSame(in left: IndexMeta, _ right: IndexMeta) -> Bool {
        switch self {
        case .generation, .totals: true
        case .project: left.project == right.project
        case .clock: left.clock == right.clock
        case .heads: left.fold.heads == right.fold.heads
        case .fold:
            left.fold.sequence == right.fold.sequence && left.fold.hasOtherReplicas == right.fold.hasOtherReplicas
                && left.fold.unknownOperations == right.fold.unknownOperations
        case .foldRules: left.fold.rules == right.fold.rules && left.fold.heads == right.fold.heads
        case .lastOfOthers: left.fold.lastOfOthers == right.fold.lastOfOthers
        case .future: left.fold.future == right.fold.future
        case .doubled: left.fold.doubled == right.fold.doubled
        case .outplaced: left.fold.outplaced == right.fold.outplaced
        case .hints: left.fold.hints == right.fold.hints
        case .gaps: left.fold.gaps == right.fold.gaps
        case .standing, .standingNames, .standingCounts: left.fold.standing.folders == right.fold.standing.folders
        case .unkept: left.fold.standing.folders == right.fold.standing.folders && left.fold.unkept.isSame(as: right.fold.unkept)
        case .forks: left.fold.forks == right.fold.forks && left.fold.sharedReplica == right.fold.sharedReplica
        case .pending: left.unsettled.pending == right.unsettled.pending
        case .refused: left.unsettled.refused == right.unsettled.refused
        case .rejections: left.unsettled.rejections == right.unsettled.rejections
        case .incomingMoves: left.unsettled.incomingMoves == right.unsettled.incomingMoves
        case .waitingMoves: left.unsettled.waitingMoves == right.unsettled.waitingMoves
        case .incomingNodes: left.unsettled.incomingNodes == right.unsettled.incomingNodes
        case .aliases: left.aliases == right.aliases
        case .intents: left.intents == right.intents
        case .labels: left.labels == right.labels
        case .dated: left.isDated == right.isDated
        case .leftover: left.leftover == right.leftover
        case .pairs: left.pairs == right.pairs
        case .told: left.told == right.told
        case .kindData: left.kindData == right.kindData
        }
    }
}

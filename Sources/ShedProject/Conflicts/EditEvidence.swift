import ShedDisk
import ShedModel
import ShedSidecar

/// What tells that a file at the old place of another was not begun there by somebody who knew that the other had been moved.
///
/// The batches alone cannot tell: the ID at the old place is made once the move is known, by whom it may be. So times are asked, and what
/// devices said that the moved one held. Somebody who moves a text and begins a new one in its place, puts a copy of it there and works on,
/// or saves it once more by an open editor, leaves none of these signs; nor does who puts a copy of another file there with the time that it has,
/// as far as that stands, or was said to hold it.
struct EditEvidence {
    /// Whether times tell.
    private let isByTimes: Bool
    private let facts: MovedAwayFacts

    /// So much may times be apart that were meant to be one, and clocks, in nanoseconds.
    private static let tolerance: Int64 = 2_000_000_000

    /// Whether a file is older than its birth here: a sync program writes one and then gives it the time that it has elsewhere. Who writes one
    /// here leaves it as young as its birth.
    static func isBrought(_ evidence: Evidence) -> Bool { evidence.birth > 0 && Nanoseconds.bounded(evidence.modified) < Nanoseconds.bounded(evidence.birth) - tolerance }

    /// - Parameters:
    ///   - evidence: of what stands at the old place.
    ///   - making: when its ID was made, and by which device.
    ///   - moved: when the other one was moved, and by which device.
    ///   - begun: since when there can be versions of the other one at the old place: what is older is none, in nanoseconds since 1970.
    ///   - own: the IDs under which this machine writes, and wrote.
    init(_ evidence: Evidence, making: Stamp, moved: Stamp, since begun: Int64 = .min, _ facts: MovedAwayFacts, own: Set<ReplicaID>) {
        self.facts = facts
        let (written, born) = (Nanoseconds.bounded(evidence.modified), Nanoseconds.bounded(evidence.birth))
        let isOwnMove = own.contains(moved.replica)
        // Nobody has written to it since the other was moved.
        let isOlder = written < Nanoseconds.bounded(Nanoseconds.of(milliseconds: moved.milliseconds)) - EditEvidence.tolerance
        // Where one look has seen both, what was begun after the move is older than the word of it too.
        let isOlderForOthers = isOlder && making > moved
        let isBrought = EditEvidence.isBrought(evidence)
        var isByTimes: Bool
        if isBrought {
            // Who has moved the other here gave the file at its old place no ID before a carrier brought it. Nor does it come of a device that did
            // not know of the move, where all had said before it was written that they did.
            let mayBeUnknowing = facts.knownSince.map { written <= Nanoseconds.of(milliseconds: $0) } ?? true
            isByTimes = isOwnMove ? isOlder || own.contains(making.replica) && mayBeUnknowing : isOlderForOthers
        } else if isOwnMove {
            // It was written here. Where files have no birth, nobody knows that.
            isByTimes = evidence.birth <= 0 && isOlderForOthers
        } else if let arrived = facts.arrived, evidence.birth <= 0 || born <= written {
            // It was begun here while this machine knew the other to be there, and had not got the word that it was moved. What was brought a
            // moment after it was written may have come before that word.
            isByTimes = (evidence.birth > 0 ? born : written) < arrived && facts.arrivedBefore.map { $0 < written } ?? true
        } else {
            isByTimes = isOlderForOthers
        }
        // Who made its ID was still writing without knowing of the move when it was written.
        if let until = facts.unknownUntil, isBrought || !isOwnMove, written < Nanoseconds.of(milliseconds: until) { isByTimes = true }
        self.isByTimes = isByTimes && written + EditEvidence.tolerance >= begun
    }

    /// Whether anything can tell; nothing has to be read for it.
    var mayTell: Bool { isByTimes || !facts.heldBeside.isEmpty }

    /// - Parameter content: what stands at the old place. What the other one held itself, or a third one before the move, is a copy of that.
    func tells(_ content: FileContent) -> Bool { isSaid(content) || isByTimes && !facts.held.contains(content) && !facts.heldElsewhere.contains(content) }

    /// Whether a device said that the moved one held just this, not knowing of the move.
    func isSaid(_ content: FileContent) -> Bool { facts.heldBeside.contains(content) }
}

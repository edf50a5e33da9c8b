import ShedModel

/// An ID under which a root wrote before it took another one, as the record of the root remembers it.
package struct FormerReplica: Hashable, Sendable {
    /// Why the ID was given up. The raw values are the words of the record and of `devices --json`; they never change.
    package enum Reason: String, Hashable, Sendable {
        /// The state directory is on another machine than the one that the ID was made on, by `/etc/machine-id`.
        case machine
        /// The root's file system is another one, as after a snapshot was put back.
        case fileSystem = "file-system"
        /// Another directory stands at the root's path.
        case directory
        /// The state directory was copied or put back, and the project does not end with what it says that it wrote.
        case state
        /// The project holds batches of the ID that were not written from here.
        case batches
    }

    package var replica: ReplicaID
    /// The highest number of a batch that this machine is known to have written under it; 0: none.
    package var sequence: UInt64
    /// When it was given up, in milliseconds since 1970.
    package var time: Int64
    package var reason: Reason

    /// So many are remembered.
    static let most = 64

    init(replica: ReplicaID, sequence: UInt64, time: Int64, reason: Reason) {
        (self.replica, self.sequence, self.time, self.reason) = (replica, sequence, time, reason)
    }

    var json: JSONValue {
        ["reason": .string(reason.rawValue), "replica": .string(replica.description), "sequence": .string(String(sequence)), "time": .integer(time)]
    }

    /// `nil` for what shed does not write.
    init?(_ json: JSONValue) {
        guard let replica = json["replica"]?.string.flatMap({ ReplicaID($0) }), let sequence = json["sequence"]?.string.flatMap(UInt64.init),
            let time = json["time"]?.integer.map(Milliseconds.bounded), let reason = json["reason"]?.string.flatMap(Reason.init)
        else { return nil }
        self.init(replica: replica, sequence: sequence, time: time, reason: reason)
    }
}

extension ProjectRecord {
    /// Gives up the ID that the root wrote under, for another one.
    /// - Parameters:
    ///   - sequence: the highest number that is known to be this machine's own.
    ///   - now: in milliseconds since 1970.
    mutating func renew(as new: ReplicaID, because reason: FormerReplica.Reason, sequence: UInt64, now: Int64) {
        former = Array((former + [FormerReplica(replica: replica, sequence: sequence, time: now, reason: reason)]).suffix(FormerReplica.most))
        replica = new
    }

    /// The IDs under which this root stages changes, or did: the present one first.
    var replicas: [ReplicaID] { [replica] + former.map(\.replica).reversed() }

    /// Whether this machine wrote a batch under an ID that it had before.
    func wroteFormerly(_ replica: ReplicaID, _ sequence: UInt64) -> Bool { former.contains { $0.replica == replica && sequence <= $0.sequence } }
}

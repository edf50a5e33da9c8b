import ShedModel
import ShedSidecar

/// A replica that writes into a project, or wrote, as far as its batches and this machine tell.
public struct Device: Hashable, Sendable {
    public var replica: ReplicaID
    /// What it calls itself, or a person has called it; `nil` where nobody said.
    public var name: ForeignText?
    /// Whether it is this root on this machine.
    public var isThis = false
    /// That this machine does not write under this ID any more; `nil` for the ID under which it does, and for those of others.
    public var givenUp: GivenUp?
    /// How many batches of it are there.
    public var batches = 0
    /// How many of these it wrote for a project that this one is a copy of.
    public var inherited = 0
    /// When it wrote first and last, by its own stamps, in milliseconds since 1970; `nil` where nothing is left that says it.
    public var first: Int64?
    public var last: Int64?
    /// By how many milliseconds its newest stamp is ahead of this machine's clock; 0 where it is not.
    public var ahead: Int64 = 0
    /// How many of its batches were stamped no later than what it knew of others by then (``ReplicaSurvey/Entry/pushed``).
    public var pushed = 0
    /// Since when it is said to write no more, in milliseconds since 1970.
    public var retired: Int64?
    /// Different batches of it under one number, in the order of the numbers.
    public var forks: [Fork] = []

    /// That an ID was given up.
    public struct GivenUp: Hashable, Sendable {
        /// Since when, in milliseconds since 1970.
        public var time: Int64
        /// Why, as a word (``FormerReplica/Reason``).
        public var why: String
    }

    /// Different batches under one number.
    public struct Fork: Hashable, Sendable {
        public var sequence: UInt64
        /// The 64 digits of each, sorted.
        public var batches: [String]
    }

    /// When it wrote although it was said to write no more, by its newest stamp.
    public var wroteAgain: Int64? {
        guard let retired, let last, last > retired else { return nil }
        return last
    }

    /// Whether another one has the same name.
    public var isNamesake = false
    /// What a person calls it: its name, with its ID where another has that name too; else its ID.
    public var shown: String { name.map { isNamesake ? "\($0.escaped) (\(replica))" : $0.escaped } ?? "\(replica)" }
}

/// The replicas of a project: this one first, then the others, the one that wrote last before those that did not since.
public struct DeviceList: Sendable {
    public var devices: [Device]
    /// How many files of the sidecar could not be read that may hold more.
    public var unread: Int

    /// The devices that a word may mean: an ID, the beginning of one with at least four digits, or a name.
    public func devices(called word: String) -> [Device] {
        if let replica = ReplicaID(word) { return devices.filter { $0.replica == replica } }
        let named = devices.filter { $0.name?.raw == word }
        guard named.isEmpty, word.utf8.count >= DeviceList.shortestBeginning else { return named }
        return devices.filter { "\($0.replica)".hasPrefix(word.lowercased()) }
    }

    private static let shortestBeginning = 4
}

extension ProjectReader {
    /// The replicas that wrote into the project. Reads all batches, and writes nothing.
    public func devices() throws(ShedError) -> DeviceList {
        let survey: ReplicaSurvey
        do throws(SidecarError) { survey = home.sidecar.survey(of: home.file, try home.sidecar.listing()) } catch { throw ShedError(error) }
        let details = try load().model.nodes[id]?.details
        let (names, retired, now) = (DeviceField.names(in: details), DeviceField.retirements(in: details), home.surroundings.now())
        let record = home.stateFolder?.record
        let forks = Dictionary(grouping: survey.forks, by: \.replica)
        var entries = survey.entries
        // One that has written nothing yet.
        if let record, !entries.contains(where: { $0.replica == record.replica }) { entries.append(.init(replica: record.replica)) }
        let bearers = Dictionary(entries.compactMap { names[$0.replica] }.map { ($0, 1) }, uniquingKeysWith: +)
        let devices = entries.map { entry in
            var device = Device(replica: entry.replica, name: names[entry.replica], isThis: entry.replica == record?.replica)
            device.isNamesake = (device.name.flatMap { bearers[$0] } ?? 1) > 1
            device.givenUp = record?.former.last { $0.replica == entry.replica }.map { Device.GivenUp(time: $0.time, why: $0.reason.rawValue) }
            (device.batches, device.inherited, device.pushed) = (entry.batches, entry.inherited, entry.pushed)
            (device.first, device.last) = (entry.first, entry.last)
            device.ahead = max((entry.last ?? now) - now, 0)
            device.retired = retired[entry.replica]
            device.forks = (forks[entry.replica] ?? []).map { Device.Fork(sequence: $0.sequence, batches: $0.batches.map(\.description)) }
            return device
        }
        return DeviceList(devices: devices.sorted(by: DeviceList.isBefore), unread: survey.unread)
    }
}

extension DeviceList {
    fileprivate static func isBefore(_ left: Device, _ right: Device) -> Bool {
        if left.isThis != right.isThis { return left.isThis }
        let (first, second) = (left.last ?? .min, right.last ?? .min)
        return first != second ? first > second : left.replica < right.replica
    }
}

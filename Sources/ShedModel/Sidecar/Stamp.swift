/// One device's copy of a project: 64 random bits, made outside the tree and bound to machine and root.
public struct ReplicaID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Reads exactly 16 hexadecimal digits.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 16, let value = Hexadecimal.read(Array(text.utf8)) else { return nil }
        self.init(rawValue: value)
    }

    public static func < (left: ReplicaID, right: ReplicaID) -> Bool { left.rawValue < right.rawValue }

    /// 16 hexadecimal digits in lower case.
    public var description: String {
        var bytes: [UInt8] = []
        Hexadecimal.append(rawValue, digits: 16, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// When an operation was made: a hybrid logical clock and the replica that made it. Stamps are totally ordered.
///
/// Source: Kulkarni et al., “Logical Physical Clocks”, 2014. The textual form is `<16 hex digits>-<16 hex digits>`
/// and sorts as bytes in the order of the stamps.
///
/// Of a value at the greatest time of all no stamp can be later: there it counts which writer knew the other's value
/// (Documentation/Sidecar.md).
public struct Stamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970 in UTC in the upper 48 bits, a counter in the lower 16. No more than ``greatestTime``.
    public let time: UInt64
    public let replica: ReplicaID

    /// The end of the year 9999, with the greatest counter: a later time counts as this one, whoever wrote it.
    public static let greatestTime: UInt64 = 253_402_300_799_999 << 16 | 0xffff

    /// - Parameter time: what is greater than ``greatestTime`` becomes that.
    public init(time: UInt64, replica: ReplicaID) {
        self.time = min(time, Stamp.greatestTime)
        self.replica = replica
    }

    /// Whether no time is later: between two such the stamp does not decide.
    public var isGreatest: Bool { time == Stamp.greatestTime }

    /// Milliseconds since 1970 in UTC, from 0 to the end of the year 9999.
    public var milliseconds: Int64 { Stamp.milliseconds(of: time) }

    /// The same of the time part of a stamp.
    public static func milliseconds(of time: UInt64) -> Int64 { Int64(time >> 16) }

    /// The next time after this one; of ``greatestTime`` itself.
    public func next(by replica: ReplicaID) -> Stamp { Stamp(time: isGreatest ? time : time + 1, replica: replica) }

    public static func < (left: Stamp, right: Stamp) -> Bool {
        left.time != right.time ? left.time < right.time : left.replica < right.replica
    }
}

extension Stamp: CustomStringConvertible {
    /// The number of bytes of the textual form.
    public static let textLength = 33

    public init?(_ text: some StringProtocol) {
        var text = String(text)
        guard let stamp = text.withUTF8({ Stamp(utf8: $0) }) else { return nil }
        self = stamp
    }

    /// Reads the textual form from exactly 33 bytes.
    public init?(utf8 text: UnsafeBufferPointer<UInt8>) {
        guard text.count == Stamp.textLength, text[16] == UInt8(ascii: "-"),
            let time = Hexadecimal.read(text[..<16]), let replica = Hexadecimal.read(text[17...])
        else { return nil }
        self.init(time: time, replica: ReplicaID(rawValue: replica))
    }

    public func append(to bytes: inout [UInt8]) {
        Hexadecimal.append(time, digits: 16, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Hexadecimal.append(replica.rawValue, digits: 16, to: &bytes)
    }

    public var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A replica's clock. It never goes back.
public struct HybridClock: Sendable {
    /// How far ahead of the local clock a stamp may be and still count: one day, in milliseconds.
    public static let tolerance: Int64 = 86_400_000

    public let replica: ReplicaID
    /// The time part of the last stamp given, or of the latest that was seen when the clock was made. No more than
    /// ``Stamp/greatestTime``.
    public private(set) var last: UInt64

    public init(replica: ReplicaID, last: UInt64 = 0) {
        self.replica = replica
        self.last = min(last, Stamp.greatestTime)
    }

    /// A stamp greater than all that this clock gave, and than ``last``, as long as there is a greater one.
    /// - Parameter now: the local time in milliseconds since 1970.
    public mutating func tick(now: Int64) -> Stamp {
        let latest = Stamp.greatestTime >> 16
        let physical = Stamp(time: min(UInt64(clamping: now), latest) << 16, replica: replica)
        let stamp = max(physical, Stamp(time: last, replica: replica).next(by: replica))
        last = stamp.time
        return stamp
    }
}

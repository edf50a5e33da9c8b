import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

/// What is said of one device to people.
struct DeviceText {
    private let device: Device
    /// So many forks of one are told one by one.
    private static let mostForks = 5
    /// A clock that is less ahead is as right as clocks are, in milliseconds.
    private static let leastAhead: Int64 = 60_000

    init(_ device: Device) { self.device = device }

    /// A line for the device, and one for each thing that there is to say of it.
    func lines(isVerbose: Bool) -> [Message] {
        [.deviceLine(replica: "\(device.replica)", name: device.name.map { "  \($0)" } ?? "", isThis: device.isThis, isFormer: device.givenUp != nil)]
            + written(isVerbose) + clock(isVerbose) + forks() + ended()
    }

    private func written(_ isVerbose: Bool) -> [Message] {
        guard device.batches > 0 else { return [.deviceWroteNothing] }
        let (first, last) = (device.first.map(Style.time) ?? "?", device.last.map(Style.time) ?? "?")
        var lines = [Message.deviceWrote(count: device.batches, first: first, last: last)]
        if device.inherited > 0 { lines.append(.deviceInherited(count: device.inherited)) }
        return lines
    }

    private func clock(_ isVerbose: Bool) -> [Message] {
        var lines: [Message] = []
        if device.ahead >= DeviceText.leastAhead { lines.append(.deviceAhead(time: DeviceText.duration(device.ahead))) }
        if device.pushed > 0, isVerbose { lines.append(.devicePushed(count: device.pushed)) }
        return lines
    }

    private func forks() -> [Message] {
        guard !device.forks.isEmpty else { return [] }
        var lines = device.forks.prefix(DeviceText.mostForks).map { Message.deviceForked(count: $0.batches.count, number: Int(clamping: $0.sequence)) }
        if device.forks.count > DeviceText.mostForks { lines.append(.moreForks(count: device.forks.count - DeviceText.mostForks)) }
        lines.append(.forkAdvice)
        return lines
    }

    private func ended() -> [Message] {
        var lines: [Message] = []
        if let givenUp = device.givenUp { lines.append(.deviceGaveUp(time: Style.time(givenUp.time), why: givenUp.why)) }
        if let retired = device.retired { lines.append(.deviceRetired(time: Style.time(retired))) }
        if let again = device.wroteAgain { lines.append(.deviceWritesAgain(time: Style.time(again))) }
        return lines
    }

    /// A duration in the greatest unit of which there are two at least; the words of units are the same in all languages.
    private static func duration(_ milliseconds: Int64) -> String {
        let units: [(length: Int64, name: String)] = [(86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (1_000, "s")]
        let unit = units.first { milliseconds >= 2 * $0.length } ?? (1_000, "s")
        return "\(milliseconds / unit.length) \(unit.name)"
    }
}

extension DeviceList {
    /// What `devices --json` prints.
    var json: JSONValue {
        var object = JSONBuilder()
        object.add("devices", .array(devices.map(\.json)))
        object.add("unread", .integer(Int64(unread)))
        return object.value
    }
}

extension Device {
    fileprivate var json: JSONValue {
        var object = JSONBuilder()
        object.add("replica", .string("\(replica)"))
        object.add("name", JSONValue(name?.raw))
        object.add("this", .bool(isThis))
        object.add("batches", .integer(Int64(batches)))
        object.add("inherited", .integer(Int64(inherited)))
        object.add("first", time: first)
        object.add("last", time: last)
        object.add("ahead", .integer(ahead / 1_000))
        object.add("pushed", .integer(Int64(pushed)))
        object.add("retired", time: retired)
        object.add("wroteAgain", time: wroteAgain)
        object.add("givenUp", time: givenUp?.time)
        object.add("why", JSONValue(givenUp?.why))
        object.add("forks", .array(forks.map(\.json)))
        return object.value
    }
}

extension Device.Fork {
    /// So many batches of one are named.
    private static let mostNamed = 100

    fileprivate var json: JSONValue {
        var object = JSONBuilder()
        object.add("sequence", .integer(Int64(clamping: sequence)))
        object.add("batches", .array(batches.prefix(Device.Fork.mostNamed).map { .string($0) }))
        return object.value
    }
}

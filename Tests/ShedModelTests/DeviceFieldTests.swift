import ShedModel
import Testing

/// What the project's node says of devices.
struct `The fields of devices` {
    private let replica = ReplicaID(rawValue: 0xa1b2_c3d4_e5f6_0718)

    private func details(_ fields: [Field]) -> NodeDetails {
        var details = NodeDetails()
        for case .other(let name, let value) in fields { details.other[name] = CompactJSON(value) }
        return details
    }

    @Test func `are read as they are written`() {
        let details = details([DeviceField.naming(replica, "Küche"), DeviceField.retiring(replica, at: 5)])
        #expect(DeviceField.names(in: details) == [replica: "Küche"] && DeviceField.retirements(in: details) == [replica: 5])
        #expect(DeviceField.name(of: replica) == "device:a1b2c3d4e5f60718" && DeviceField.retiring(replica, at: nil) == .other("retired:a1b2c3d4e5f60718", .null))
        #expect(DeviceField.names(in: nil).isEmpty && DeviceField.retirements(in: NodeDetails()).isEmpty)
        #expect(DeviceField.isRetirement(DeviceField.retiring(replica, at: nil)) && !DeviceField.isRetirement(DeviceField.naming(replica, "x")))
    }

    @Test(arguments: [
        .null, .string("x"), .integer(.max), .array([]), ["name": 5], ["name": ""], ["name": " \t"], ["name": .string(String(repeating: "n", count: 256))], ["other": "x"],
    ] as [JSONValue])
    func `that hold no name name nobody`(value: JSONValue) {
        #expect(DeviceField.names(in: details([.other("device:\(replica)", value)])).isEmpty)
    }

    @Test func `of names that are no replica's, or in other letters, mean nobody`() {
        let names = ["device:", "device:a1b2", "device:A1B2C3D4E5F60718", "device:a1b2c3d4e5f60718x", "Device:a1b2c3d4e5f60718"]
        #expect(DeviceField.names(in: details(names.map { .other($0, ["name": "x"]) })).isEmpty)
    }

    @Test func `have times within bounds`() {
        let times = DeviceField.retirements(in: details([.other("retired:\(replica)", .integer(.max))]))
        #expect(times[replica] == Milliseconds.range.upperBound)
        #expect(DeviceField.retirements(in: details([.other("retired:\(replica)", .string("now"))])).isEmpty)
    }
}

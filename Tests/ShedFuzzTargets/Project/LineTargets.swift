import ShedModel

@testable import ShedCommand
@testable import ShedControl
@testable import ShedSidecar

extension FuzzTarget {
    /// The lines of the control socket.
    static let control = FuzzTarget("control", words: ["\"protocol\":1", "\"arguments\":[", "\"directory\":\"/", "\"environment\":{", "\"terminal\":true", "\"b64\":\"", "\"output\":\"", "\"errors\":\"", "\"exitCode\":", "\"question\":\"", "\"declined\":\"", "\"error\":\"", "\"shed\":\"", "\"pid\":"], texts: [
        "{\"protocol\":1,\"arguments\":[\"tree\",{\"b64\":\"/w==\"}],\"directory\":\"/a\",\"environment\":{\"LANG\":\"C\"},\"terminal\":false}\n{\"output\":\"x\",\"errors\":{\"b64\":\"/w==\"},\"exitCode\":0}\n{\"shed\":\"1\",\"protocol\":1,\"pid\":7}\n",
    ], executions: 800) { input throws(BrokenInvariant) in
        try checkLines(input)
        for line in input.split(separator: UInt8(ascii: "\n")).map(Array.init) {
            if let request = try? ControlRequest(line: line) {
                try require((try? ControlRequest(line: Array(request.line.dropLast()))) == request, "a request comes back otherwise")
                try require(!request.arguments.contains { $0.contains(0) }, "a word holds NUL")
            }
            if let reply = try? ControlReply(line: line) {
                try require((try? ControlReply(line: Array(reply.line(limit: 1 << 20).dropLast()))) == reply, "a reply comes back otherwise")
            }
            if let greeting = ControlGreeting(line: line) { try require(ControlGreeting(line: Array(greeting.line.dropLast())) == greeting, "a greeting comes back otherwise") }
        }
    }

    /// Lines are the same however they arrive.
    private static func checkLines(_ input: [UInt8]) throws(BrokenInvariant) {
        let limit = 200
        let expected = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().prefix { $0.count <= limit }.map(Array.init)
        for size in [1, 7, max(input.count, 1)] {
            var buffer = LineBuffer()
            var found: [[UInt8]] = []
            var start = 0
            var isOver = false
            while start < input.count, !isOver {
                var piece = Array(input[start..<min(start + size, input.count)])
                piece.withUnsafeMutableBytes { buffer.append($0[...]) }
                start += size
                reading: while true {
                    switch buffer.next(limit: limit) {
                    case .none: break reading
                    case .tooLong:
                        isOver = true
                        break reading
                    case .line(let line): found.append(line)
                    }
                }
            }
            try require(found == expected, "lines that come \(size) bytes at a time are others")
        }
    }

    /// Numbers, times and places as people and files write them.
    static let numbers = FuzzTarget("numbers", words: ["10k", "9T", "iB", "2d", "200y", "today", "yesterday", "2026-11-21T18:30:15Z", "9999-12-31", "-0001", "99999999999999999999d", "a0", "zzz", "3-5,9", "1-", "0-0"], texts: [
        "10k", "2d", "today", "2026-11-21", "2026-11-21T18:30", "9999-12-31T23:59:59Z", "2024-05-01T12:00:00.123456789Z", "a0V", "3-5,9", "-9223372036854775808", "1.7976931348623157e308", "00000000-0000-0000-0000-000000000000",
    ]) { input throws(BrokenInvariant) in
        guard let text = String(validating: input, as: UTF8.self) else { return }
        if let size = try? SizeArgument.bytes(text, of: "--size") { try require(size >= 0, "a size is below nothing") }
        _ = try? TimeArgument.time(text, now: 1_700_000_000_000, of: "--since")
        _ = try? TimePeriod(text, now: 1_700_000_000_000, of: "--modified")
        if let time = Timestamp.milliseconds(text) { try require(Timestamp.milliseconds(Timestamp.text(time)) == time, "a time comes back otherwise") }
        if let id = NodeID(text) { try require(NodeID(id.description) == id, "an ID comes back otherwise") }
        if let stamp = Stamp(text) {
            try require(Stamp(stamp.description) == stamp, "a stamp comes back otherwise")
            var clock = HybridClock(replica: stamp.replica, last: stamp.time)
            try require(clock.tick(now: stamp.milliseconds).time >= stamp.time, "a clock goes back")
        }
        if let key = OrderKey(text) { try checkOrder(key) }
        if let number = Int64(text) {
            let shown = Timestamp.text(number)
            try require(Timestamp.text(Timestamp.milliseconds(shown) ?? .min) == shown && Nanoseconds.of(milliseconds: number) / 1_000_000 <= max(number, 0), "a number is no time")
        }
        _ = BatchName.looksLikeBatch(Name(bytes: input))
    }

    private static func checkOrder(_ key: OrderKey) throws(BrokenInvariant) {
        try require(OrderKey(key.description) == key, "a key of an order comes back otherwise")
        for (left, right) in [(nil, key), (key, nil), (OrderKey.first, key), (key, OrderKey.first)] as [(OrderKey?, OrderKey?)] {
            if let left, let right, !(left < right) { continue }
            guard let between = OrderKey.between(left, right) else { continue }
            try require(left.map { $0 < between } ?? true && right.map { between < $0 } ?? true, "a key does not stand between two others")
        }
    }
}

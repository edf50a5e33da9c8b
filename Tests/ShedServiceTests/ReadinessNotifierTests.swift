import Glibc
import ShedTestSchedule
import Testing

@testable import ShedService

@Suite(.waitsForPrograms) struct `Telling the service manager` {
    @Test(arguments: ["path", "abstract"]) func `every message arrives as one datagram`(kind: String) throws {
        let bench = try Bench()
        let address = kind == "path" ? bench.path + "/notify" : "@" + bench.path.dropFirst()
        let socket = try BoundSocket(address)
        let notifier = ReadinessNotifier(environment: ["NOTIFY_SOCKET": address])
        #expect(notifier.isTold)
        #expect(notifier.ready() && notifier.ready("3 projects") && notifier.status("scanning") && notifier.stopping() && notifier.watchdog())
        #expect(socket.next() == "READY=1")
        #expect(socket.next() == "READY=1\nSTATUS=3 projects")
        #expect(socket.next() == "STATUS=scanning")
        #expect(socket.next() == "STOPPING=1")
        #expect(socket.next() == "WATCHDOG=1")
        #expect(notifier.reloading())
        let reload = try #require(socket.next()).split(separator: "\n")
        #expect(reload.first == "RELOADING=1")
        #expect(reload.last?.hasPrefix("MONOTONIC_USEC=") == true)
        #expect(socket.next() == nil)
    }

    @Test func `what a process tells by way of another one arrives as it was told`() throws {
        let bench = try Bench()
        let socket = try BoundSocket(bench.path + "/notify")
        let outer = ReadinessNotifier(environment: ["NOTIFY_SOCKET": bench.path + "/notify", "WATCHDOG_USEC": "60000000"])
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let inner = ReadinessNotifier(through: ends[1], watchdogMilliseconds: outer.watchdogMilliseconds)
        #expect(inner.isTold && inner.watchdogMilliseconds == 60_000)
        #expect(inner.ready("3 projects") && inner.watchdog())
        var buffer = [UInt8](repeating: 0, count: 4_096)
        for message in ["READY=1\nSTATUS=3 projects", "WATCHDOG=1"] {
            let count = recv(ends[0], &buffer, buffer.count, 0)
            #expect(outer.pass(Array(buffer.prefix(max(0, count)))))
            #expect(socket.next() == message)
        }
        let silent = ReadinessNotifier(through: nil, watchdogMilliseconds: 60_000)
        #expect(!silent.isTold && silent.watchdogMilliseconds == nil && !silent.ready())
    }

    @Test func `the longest path and the longest name fit, and one byte more does not`() throws {
        let bench = try Bench()
        let path = bench.path + "/" + String(repeating: "n", count: 106 - bench.path.utf8.count)
        let name = "@" + String(repeating: "s", count: 106 - 12) + String(UInt64.random(in: 100_000_000_000..<1_000_000_000_000))
        for address in [path, name] {
            #expect(address.utf8.count == 107)
            let socket = try BoundSocket(address)
            #expect(ReadinessNotifier(environment: ["NOTIFY_SOCKET": address]).ready())
            #expect(socket.next() == "READY=1")
            #expect(!ReadinessNotifier(environment: ["NOTIFY_SOCKET": address + "x"]).isTold)
        }
    }

    @Test(arguments: [nil, "", "/", "@", "relative", "vsock:2:1234", "/nonexistent/socket", "@nobody-listens-here", "/\u{0}", String(repeating: "/x", count: 5_000)])
    func `where nobody listens nothing happens`(address: String?) {
        let notifier = ReadinessNotifier(environment: address.map { ["NOTIFY_SOCKET": $0] } ?? [:])
        #expect(!notifier.ready("x"))
        #expect(!notifier.watchdog())
    }

    @Test func `a text cannot bring in an assignment of its own, nor be endless`() throws {
        let bench = try Bench()
        let address = bench.path + "/notify"
        let socket = try BoundSocket(address)
        let notifier = ReadinessNotifier(environment: ["NOTIFY_SOCKET": address])
        notifier.status("Poems\nSTOPPING=1\u{1b}[2J")
        #expect(socket.next() == "STATUS=Poems\\nSTOPPING=1\\u{1b}[2J")
        notifier.status(String(repeating: "詩", count: 100_000))
        #expect(socket.next() == "STATUS=" + String(repeating: "詩", count: 199) + "…")
    }

    @Test func `a manager that does not read holds nothing up`() throws {
        let bench = try Bench()
        let address = bench.path + "/notify"
        let socket = try BoundSocket(address)
        let notifier = ReadinessNotifier(environment: ["NOTIFY_SOCKET": address])
        var sent = 0
        while sent < 1_000_000, notifier.watchdog() { sent += 1 }
        #expect(sent < 1_000_000)
        while socket.next() != nil {}
        #expect(notifier.ready(), "and it goes on once there is room")
    }

    @Test func `the watchdog's time counts only for the process it is meant for`() {
        func time(_ microseconds: String, _ process: String?) -> Int64? {
            var environment = ["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": microseconds]
            environment["WATCHDOG_PID"] = process
            return ReadinessNotifier(environment: environment, process: 7).watchdogMilliseconds
        }
        #expect(time("60000000", "7") == 60_000)
        #expect(time("60000000", nil) == 60_000)
        #expect(time("60000000", "8") == nil)
        for nonsense in ["", "0", "-1", "soon", "99999999999999999999"] { #expect(time(nonsense, "7") == nil) }
        #expect(ReadinessNotifier(environment: ["WATCHDOG_USEC": "60000000"]).watchdogMilliseconds == nil)
    }

    @Test func `the variables are taken out of the environment`() async {
        // In a process of its own: the environment belongs to no thread.
        await #expect(processExitsWith: .success) {
            let variables: [String: String] = ["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "\(getpid())"]
            for (name, value) in variables { setenv(name, value, 1) }
            let notifier = ReadinessNotifier.fromProcess()
            let isGone = variables.keys.allSatisfy { getenv($0) == nil }
            exit(isGone && notifier.isTold && notifier.watchdogMilliseconds == 2_000 ? 0 : 1)
        }
    }
}

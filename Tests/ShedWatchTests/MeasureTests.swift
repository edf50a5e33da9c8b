import Glibc
import ShedModel
import Testing

@testable import ShedWatch

extension Watching {
    @Suite(.serialized, .enabled(if: getenv("SHED_MEASURE") != nil)) struct Measure {
        static func pss() -> Int {
            let text = String(decoding: ProcFile.read("/proc/self/smaps_rollup") ?? [], as: UTF8.self)
            let line = text.split(separator: "\n").first { $0.hasPrefix("Pss:") } ?? ""
            return Int(line.split(separator: " ").dropFirst().first ?? "0") ?? 0
        }

        @Test(arguments: ["for i in $(seq 50); do mkdir -p $i/{1..100}; for j in {1..100}; do (cd $i/$j; touch {1..20}); done; done",
            "for i in $(seq 100); do mkdir -p $i/{1..1000}; done"])
        func measure(script: String) throws {
            let fixture = try Fixture(preparing: script, watches: false)
            let before = Self.pss()
            let start = MonotonicClock().now()
            try fixture.watcher.add(root: Array(fixture.root.utf8), key: 1)
            let crawled = MonotonicClock().now()
            fixture.watcher.readAnew(1)
            let again = MonotonicClock().now()
            print("MEASURE directories \(fixture.source.watchCount) crawl ms \((crawled - start) / 1_000_000) again ms \((again - crawled) / 1_000_000) PSS kB \(before) -> \(Self.pss())")
        }
    }
}

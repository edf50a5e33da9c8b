import ShedTestSupport
import Testing

extension Trait where Self == OnDisk {
    /// For suites that are about a disk: where something stands on it, what is left on it by a kill or a carrier, or what happens when it is full.
    package static var onDisk: Self { OnDisk() }
}

/// Has what the tests of a suite make stand on a disk, and not in memory.
package struct OnDisk: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await TestFile.$isOnDisk.withValue(true) { try await function() }
    }
}

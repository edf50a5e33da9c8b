import Glibc
import Testing

/// What git has of the project, as it stands in the checkout. In an unpacked archive there is nothing to ask.
@Suite struct `The top of the house` {
    private static let entries: Set = [
        ".ci", ".gitignore", ".pre-commit-hooks.yaml", "Benchmarks", "CHANGELOG.md", "Documentation", "Fixtures", "LICENSE", "Makefile", "Package.swift",
        "README.md", "Sources", "Tests",
    ]

    @Test(.enabled(if: access("\(House.path)/.git", F_OK) == 0)) func `has nothing that does not belong there`() throws {
        // Who is not the owner of the checkout (a container) asks all the same.
        let command = "git -c safe.directory='*' -C '\(House.path)' ls-files -z"
        let stream = try #require(popen(command, "re"))
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
        try #require(pclose(stream) == 0)
        let paths = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        #expect(paths.count > 1_000)
        #expect(Set(paths.compactMap { $0.split(separator: "/").first.map(String.init) }).subtracting(Self.entries) == [])
        // What compilers make.
        #expect(paths.filter { path in [".o", ".a", ".swiftmodule", ".swiftdoc", ".swiftsourceinfo"].contains { path.hasSuffix($0) } } == [])
    }
}

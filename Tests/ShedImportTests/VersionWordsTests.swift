import ShedModel
import Testing
@testable import ShedImport

/// A version as people read it.
@Suite struct `What is said of a version` {
    @Test func `has no end of a line in it`() {
        #expect(Taken(.manuskript, MemoryTree("a", ["MANUSKRIPT": "0\n", "outline/0-a.md": "title: a\n\n\nx"])).error == "“MANUSKRIPT” is of the version “0”, which is not read")
    }
}

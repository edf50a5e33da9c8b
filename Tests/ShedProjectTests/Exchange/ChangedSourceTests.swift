import ShedExchange
import ShedMessages
import ShedModel
import Testing
@testable import ShedProject

/// A source of one file.
private final class OneFile: SourceTree {
    let name: Name = "D"
    let file: Name? = nil
    let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    func entries(of folder: RelativePath) -> [SourceEntry] { [SourceEntry(name: "copy.docx", kind: .file, size: Int64(bytes.count))] }
    func entry(at path: RelativePath) -> SourceEntry? { entries(of: .root).first }
    func read(_ path: RelativePath, _ take: ([UInt8]) throws(ImportFault) -> Void) throws(ImportFault) { try take(bytes) }
}

@Suite struct `A source that changes while it is imported` {
    private func error(_ text: String, hash: ContentHash?) -> ShedError? {
        do throws(ShedError) {
            _ = try ImportWork.read(.file("copy.docx", size: 4, hash: hash), from: OneFile(text)) { _ in }
            return nil
        } catch { return error }
    }

    /// Somebody copies it still.
    @Test func `is said to have changed where nothing was exported, and that it is to be tried again`() throws {
        #expect(error("PK..", hash: nil) == nil)
        let grown = try #require(error("PK......", hash: nil))
        #expect(grown.words == .about(subject: "D", text: .changedAtPath(path: "copy.docx")))
        // The words say that somebody changed it.
        #expect(grown.advice == .lookAndRunAgain)
    }

    @Test func `is no longer as it was exported where it is an export`() throws {
        let other = try #require(ContentHash(bytes: Array(repeating: 7, count: 32)))
        #expect(error("PK..", hash: other)?.words == .about(subject: "D", text: .exportAltered(path: "copy.docx")))
    }
}

import ShedExchange
import ShedModel
import Testing
@testable import ShedImport

/// What came of a source, as `import` would have it: which source took it, and what was said.
struct Taken {
    var source: String?
    var project: ImportedProject?
    var fault: ImportFault?

    init(_ tree: MemoryTree) {
        let sources: [any ImportSource] = [ShedExport()] + ForeignSource.all
        do throws(ImportFault) {
            for source in sources {
                guard try source.isMeant(by: tree) else { continue }
                self.source = source.name
                project = try source.read(tree, limits: ImportLimits())
                return
            }
        } catch { fault = error }
    }

    init(_ format: ForeignFormat, _ tree: MemoryTree) {
        source = ForeignSource(format).name
        do throws(ImportFault) { project = try ForeignSource(format).read(tree, limits: ImportLimits()) } catch { fault = error }
    }

    var notes: [String] { project?.notes.map(\.words.english) ?? [] }
    var error: String { fault?.words.english ?? "" }

    func says(_ words: String) -> Bool { notes.contains { $0.contains(words) } }
}

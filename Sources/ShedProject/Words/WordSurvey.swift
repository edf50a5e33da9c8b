import ShedDisk
import ShedModel

/// Counts the words of files that changed, a portion at a time, so that a daemon sees on which day they were written: nobody is
/// kept waiting for it, and no walk does it.
package final class WordSurvey {
    private unowned let project: Project
    /// Whether all files are to be looked at, and which were changed besides.
    private var isWhole = false
    private var changed: Set<NodeID> = []
    private var pass: Pass?

    /// What is under way.
    private struct Pass {
        let counter: TextCounter
        let keeper: WordKeeper
        let isWhole: Bool
        var due: [NodeID]
        /// By folder, whether it counts for itself alone.
        var apart: [NodeID: Bool] = [:]
    }

    /// In one portion: files, and bytes read.
    private static let portion = (files: 200, bytes: 2 << 20 as Int64)

    package init(_ project: Project) { self.project = project }

    package var isNeeded: Bool { isWhole || !changed.isEmpty || pass != nil }

    /// That any file may have changed.
    package func noteAll() {
        guard isKept, let model = (try? project.asKnown.load())?.model else { return }
        isWhole = model.nodes.values.contains(where: WordSurvey.counts)
    }

    /// Whether a node is a file whose words are counted.
    private static func counts(_ node: Node) -> Bool { !node.type.isDirectory && node.place.map { WordCounts.counts($0.name) } == true }

    package func note(_ id: NodeID) { if isKept { changed.insert(id) } }

    /// Without a history there is nobody who would want to know.
    private var isKept: Bool { project.purpose == .change && project.home.wordSettings.keepsHistory }

    /// Does a portion.
    package func step() throws(ShedError) {
        let state = try project.asKnown.load()
        var pass = self.pass ?? begin(state)
        let start = pass.counter.bytesRead
        for _ in 0..<WordSurvey.portion.files where pass.counter.bytesRead - start < WordSurvey.portion.bytes {
            guard let id = pass.due.popLast() else { break }
            // What is not there any more, or is on its way, comes again.
            guard state.stands(id), let seen = state.memory.seen[id], let path = state.model.path(of: id) else { continue }
            let isCounted = !isApart(id, state.model, &pass.apart)
            pass.keeper.note(pass.counter.count(path), id, seen.evidence, isCounted: isCounted)
        }
        self.pass = pass.due.isEmpty ? nil : pass
        if pass.due.isEmpty { pass.keeper.save(isWhole: pass.isWhole) }
    }

    private func begin(_ state: ProjectState) -> Pass {
        defer { (isWhole, changed) = (false, []) }
        let keeper = WordKeeper(project)
        var due: [NodeID] = []
        func add(_ node: Node) {
            guard WordSurvey.counts(node), let seen = state.memory.seen[node.id], !keeper.isSettled(node.id, seen.evidence) else { return }
            due.append(node.id)
        }
        if isWhole { state.model.nodes.values.forEach(add) } else { for id in changed { state.model.nodes[state.model.resolve(id)].map(add) } }
        return Pass(counter: TextCounter(project.home.root), keeper: keeper, isWhole: isWhole, due: due)
    }

    /// Whether a node lies in a folder that counts for itself alone.
    private func isApart(_ id: NodeID, _ model: Model, _ known: inout [NodeID: Bool]) -> Bool {
        var way: [NodeID] = []
        var result = false
        var current = model.nodes[id]?.place.map { model.resolve($0.parent) }
        // A project is not that deep; a circle of a hostile sidecar ends here.
        while let folder = current, way.count < 1_000 {
            if let answer = known[folder] {
                result = answer
                break
            }
            way.append(folder)
            guard let node = model.nodes[folder] else { break }
            if project.countsApart(node) {
                result = true
                break
            }
            current = node.place.map { model.resolve($0.parent) }
        }
        for folder in way { known[folder] = result }
        return result
    }
}

import ShedModel
import ShedRules

extension Checker {
    /// So many things in Rejected are told one by one.
    private static let mostRejected = 1_000
    /// So many that came along are named.
    private static let mostNamed = 5

    /// Names what was refused, wherever in Rejected it stands: of a folder that only holds what was refused, what is in it.
    mutating func tellRejected(_ directory: Snapshot.Directory) {
        var told = 0
        // A folder comes before what is in it.
        var waiting = Array(nodes(in: directory).reversed())
        while let index = waiting.popLast() {
            let rejection = node(index)?.details?.rejection
            let (refused, along) = contents(of: index)
            waiting += refused.reversed()
            guard rejection != nil || refused.isEmpty || !along.isEmpty else { continue }
            told += 1
            guard told <= Checker.mostRejected else { continue }
            add(RejectedLeftover.info, index, message(rejection, index, along, isHolder: !refused.isEmpty))
        }
    }

    private func message(_ rejection: Rejection?, _ index: Int, _ along: [Int], isHolder: Bool) -> String {
        var sentences: [String] = []
        if let rejection {
            sentences.append("It was refused by the rule \(rejection.rule) at \(rejection.origin).")
            if let complaint = complaint(snapshot.path(of: index)) { sentences.append(complaint) }
        } else {
            sentences.append("It stands in Rejected.")
        }
        if !along.isEmpty, rejection != nil || isHolder {
            let names = along.prefix(Checker.mostNamed).map { "“\(snapshot.name(of: $0))”" }
            let more = along.count > names.count ? ["\(along.count - names.count) more"] : []
            let all = names + more
            let list = all.count == 1 ? all[0] : all.dropLast().joined(separator: ", ") + " and " + all[all.count - 1]
            sentences.append("With it \(along.count == 1 ? "waits" : "wait") \(list), which no rule refused by \(along.count == 1 ? "itself" : "themselves").")
        }
        return sentences.joined(separator: " ")
    }

    /// What stands right in a folder: that which was refused by itself or holds such, and that which was not.
    private func contents(of index: Int) -> (refused: [Int], along: [Int]) {
        let child = snapshot.entries[index].directory
        guard child >= 0 else { return ([], []) }
        var result: (refused: [Int], along: [Int]) = ([], [])
        for inner in nodes(in: snapshot.directories[Int(child)]) {
            if holdsRefused(inner) { result.refused.append(inner) } else { result.along.append(inner) }
        }
        return result
    }

    private func holdsRefused(_ index: Int) -> Bool {
        var waiting = [index]
        while let index = waiting.popLast() {
            if node(index)?.details?.rejection != nil { return true }
            let child = snapshot.entries[index].directory
            if child >= 0 { waiting += nodes(in: snapshot.directories[Int(child)]) }
        }
        return false
    }

    private func nodes(in directory: Snapshot.Directory) -> [Int] {
        directory.entries.filter { snapshot.entries[$0].kind.nodeType != nil }.sorted { snapshot.name(of: $0) < snapshot.name(of: $1) }
    }
}

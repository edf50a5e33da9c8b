import ShedCommand
import ShedProject
import ShedModel
import ShedPapers

/// Pages and groups that shed numbered anew, and pages that it made anew.
extension PapersCommands {
    package func folds(_ entry: HistoryEntry) -> Bool {
        switch entry.event {
        case .renamed: entry.message == PaperReason.numberedAnew && entry.from?.parent == entry.path?.parent
        case .modified: entry.message == PaperReason.madeAnew
        default: false
        }
    }

    package func line(folding entries: [HistoryEntry], _ style: Style) -> String {
        entries.first?.event == .renamed ? line(numbered: entries, style) : line(remade: entries, style)
    }

    /// - Parameter entries: one thing may have got several numbers.
    private func line(numbered entries: [HistoryEntry], _ style: Style) -> String {
        var last: [NodeID?: Int] = [:]
        for entry in entries where last[entry.id] == nil { last[entry.id] = entry.path?.last.flatMap { OrderedName($0).number } }
        let range = last.values.min().flatMap { first in last.values.max().map { last.count == 1 ? ": \(first)" : ": \(first) to \($0)" } } ?? ""
        let what = entries.first?.kind?.isDirectory == true ? "group" : "page"
        let folder = entries.first?.path.map { style.path($0.parent) } ?? ""
        let was = last.count == 1 ? "was" : "were"
        return "\(folder): \(Style.count(last.count, what)) " + style.warning("\(was) numbered anew by shed") + range
    }

    private func line(remade entries: [HistoryEntry], _ style: Style) -> String {
        let folder = entries.first?.path.map { style.path($0.parent) } ?? ""
        return "\(folder): \(Style.count(Set(entries.map(\.path)).count, "page")) " + style.warning("were made anew by shed") + ": \(PaperReason.madeAnew.dropLast())"
    }
}

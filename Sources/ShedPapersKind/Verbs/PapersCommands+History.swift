import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedPapers

/// Pages and groups that shed numbered anew, and pages that it made anew.
extension PapersCommands {
    package func folds(_ entry: HistoryEntry) -> Bool {
        switch entry.event {
        case .renamed: entry.message == PaperReason.numberedAnew.english && entry.from?.parent == entry.path?.parent
        case .modified: entry.message == PaperReason.madeAnew.english
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
        let range = last.values.min().flatMap { first in
            last.values.max().map { last.count == 1 ? Message.verbatim("\(first)") : .numbersTo(first: first, last: $0) }
        }
        let words = Message.logNumbered(
            folder: entries.first?.path.map { style.path($0.parent) } ?? "", count: last.count,
            sort: entries.first?.kind?.isDirectory == true ? "group" : "page", numbers: range.map { .explained(by: $0) } ?? .nothing)
        return style.catalogue.text(words, stress: style.warning)
    }

    private func line(remade entries: [HistoryEntry], _ style: Style) -> String {
        let folder = entries.first?.path.map { style.path($0.parent) } ?? ""
        let words = Message.logRemadePages(folder: folder, count: Set(entries.map(\.path)).count, why: PaperReason.madeAnew)
        return style.catalogue.text(words, stress: style.warning)
    }
}

import ShedExchange
import ShedMessages
import ShedModel

/// Which of what files held elsewhere, before shed wrote over them there, an import takes along. It comes into the undo journal, out of which nothing is
/// to go for its sake: so it has bounds.
struct BroughtContents {
    /// How much did not come along.
    private(set) var left = 0
    /// So much may still come, in bytes.
    private var room = BroughtContents.largest
    private var number = 0

    /// A quarter of what the journal holds, in bytes.
    static let largest = UndoJournal.largest / 4
    static let most = 100_000

    /// Whether a version comes along: one that somebody kept always does.
    mutating func take(_ version: ImportedVersion, of type: NodeType, _ files: OverwrittenFiles?) -> Bool {
        guard version.actor != nil else { return true }
        let size = version.content.size
        guard let files, files.types.contains(type), size <= files.largest, size <= room, number < BroughtContents.most else {
            left += 1
            return false
        }
        room -= size
        number += 1
        return true
    }
}

extension ImportPlan {
    /// What files held elsewhere before shed wrote over them.
    var overwritten: [(id: NodeID, version: ImportedVersion)] {
        nodes.flatMap { node in node.versions.filter { $0.actor != nil }.map { (node.id, $0) } }
    }
}

extension Transaction {
    /// Keeps what files held elsewhere beside what they held here, all of it or nothing.
    func keepOverwritten(of plan: ImportPlan, from tree: any SourceTree) throws(ShedError) {
        let overwritten = plan.overwritten
        guard !overwritten.isEmpty else { return }
        try requireWriting()
        try project.undo.keep(overwritten.map(\.version.content.size)) { position throws(ShedError) in
            let (id, version) = overwritten[position]
            var bytes: [UInt8] = []
            _ = try ImportWork.read(version.content, from: tree) { bytes += $0 }
            return (id, Milliseconds.bounded(version.time), EscapedText.beginning(version.actor ?? ""), bytes)
        }
    }
}

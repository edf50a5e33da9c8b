import ShedCommand
import ShedModel
import ShedProject
import ShedWriting

extension WritingCommands {
    /// What `show --json` says of a text beside the rest: where it was submitted, in the order of `submissions`; nothing of one that never was.
    func submissionMembers(of view: NodeView, _ reading: Reading) throws(ShedError) -> [JSONObject.Member] {
        guard let id = view.id, !view.type.isDirectory, try reading.folder(with: .submissions) != nil,
            let today = CalendarDay(local: reading.project.home.surroundings.now())
        else { return [] }
        let own = try Submission.inOrder(reading.submissions().submissions.filter { $0.pieceID == id })
        return own.isEmpty ? [] : [JSONObject.Member("submissions", .array(own.map { $0.json(on: today) }))]
    }
}

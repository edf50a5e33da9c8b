import ShedCommand
import ShedModel
import ShedProject

/// Reads words that name records as the verbs for records read them: without `.json`, and as COLLECTION/NAME also where one stands in a
/// folder.
struct RecordWordReader: WordReader {
    private let session: Session
    private let project: Project
    /// Made by the first word that needs it.
    private var reading: Reading?

    init(_ session: Session, in project: Project) {
        self.session = session
        self.project = project
    }

    mutating func path(_ word: String) throws(ShedError) -> RelativePath? {
        let reading = reading ?? (try? project.refresh()) ?? project.asKnown
        self.reading = reading
        return try reading.place(ofRecord: session.paths(ofRecord: word, in: project))
    }
}

extension Session {
    /// The paths that a word which names a record may mean, the likeliest first.
    func paths(ofRecord word: String, in project: Project) -> [RelativePath] {
        [try? path(word, in: project), RelativePath(bytes: RawArguments.bytes(of: word))].compactMap { $0 }
    }
}

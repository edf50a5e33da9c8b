/// Why something that was asked for was not done, and what to do: clauses without a full stop at their ends, and sentences.
extension Message {
    /// An error with what can be done.
    package static func errorAndRemedy(message: String, remedy: String) -> Message { Message(message, remedy) }
    /// The same to stand in a sentence: the message gets its full stop here, and the advice has its own.
    package static func withAdvice(message: Message, advice: Message) -> Message { Message(message, advice) }
    package static func settingsLeftOut(fault: Message) -> Message { Message(fault) }
    /// What ends a sentence.
    package static var fullStop: Message { Message() }

    // MARK: The disk

    /// What could not be done on the disk, on what, why, and what helps.
    /// - Parameters:
    ///   - deed: the same as the action, with hyphens in place of spaces.
    ///   - action: a verb in English, with its preposition if it has one.
    package static func diskFault(deed: String, action: String, path: String, why: Message, cure: Message) -> Message { Message(deed, action, path, why, cure) }
    /// - Parameters:
    ///   - code: what sort of fault it is; here and below.
    ///   - text: the same in English.
    package static func diskWhy(code: String, text: String) -> Message { Message(code, text) }
    package static func diskCure(code: String, text: String) -> Message { Message(code, text) }
    /// - Parameters:
    ///   - sort: what sort of fault it is.
    ///   - detail: what SQLite or the system says.
    package static func indexFault(sort: String, detail: String, path: String) -> Message { Message(sort, detail, path) }
    package static var nextCommandFinishes: Message { Message() }

    // MARK: Paths

    package static func notFound(path: String) -> Message { Message(path) }
    package static var treeShows: Message { Message() }
    package static func didYouMean(names: Message) -> Message { Message(names) }
    /// - Parameter names: safe to show.
    /// - Returns: `nil` where there are none.
    package static func didYouMean(oneOf names: [String]) -> Message? {
        guard let first = names.first else { return nil }
        return didYouMean(names: names.dropFirst().reduce(quoted(text: first)) { or(first: $0, second: quoted(text: $1)) })
    }
    package static func quoted(text: String) -> Message { Message(text) }
    package static func or(first: Message, second: Message) -> Message { Message(first, second) }
    package static func noFolderHere(path: String) -> Message { Message(path) }
    package static func notAFolder(path: String) -> Message { Message(path) }
    package static func isAFolder(path: String) -> Message { Message(path) }
    package static func nameFileToo(command: String) -> Message { Message(command) }
    package static var addFolderMakesOne: Message { Message() }
    package static func outsideProject(path: String, root: String) -> Message { Message(path, root) }
    package static var nameInside: Message { Message() }
    package static func inNoProject(path: String) -> Message { Message(path) }
    package static var newOrAdopt: Message { Message() }
    package static func wasProject(path: String, name: String) -> Message { Message(path, name) }
    package static func beginAnew(command: String) -> Message { Message(command) }
    package static func unknownProject(path: String) -> Message { Message(path) }
    package static var projectsAreListed: Message { Message() }

    // MARK: Rules

    package static func byRule(message: Message, rule: String) -> Message { Message(message, rule) }
    package static func noFolderNorName(path: String, message: Message) -> Message { Message(path, message) }
    package static var nameFolderThatIsThere: Message { Message() }
    /// - Parameter what: with its article, in English.
    package static func impossibleName(name: String, what: String) -> Message { Message(name, what) }
    /// - Parameter hint: what is said behind it, if anything.
    package static func possibleNames(hint: Message) -> Message { Message(hint) }
    package static var nameTaken: Message { Message() }
    package static var chooseOtherName: Message { Message() }
    package static func ignoredName(path: String) -> Message { Message(path) }
    /// That no scan looks into a folder: a clause.
    /// - Parameter why: `project`, `mount`, `tooDeep` or `unreadable`.
    package static func folderNotEntered(path: String, why: String, most: Int) -> Message { Message(path, why, most) }
    package static var nameFolderLookedInto: Message { Message() }
    package static func nameAcceptFolder(command: String) -> Message { Message(command) }
    package static func exceptionOrAllow(accept: String, allow: String) -> Message { Message(accept, allow) }

    // MARK: IDs

    package static func notAnID(word: String) -> Message { Message(word) }
    package static func idsLookLike(example: String, command: String) -> Message { Message(example, command) }
    package static func noNodeOfID(id: String) -> Message { Message(id) }
    package static func idsAreListed(command: String) -> Message { Message(command) }
    package static func notMissing(id: String, path: String) -> Message { Message(id, path) }

    // MARK: Verbs

    package static var thisIsTheProject: Message { Message() }
    package static var deleteProject: Message { Message() }
    package static func inTrashAlready(path: String) -> Message { Message(path) }
    package static var deleteFromTrash: Message { Message() }
    package static func isTrash(path: String) -> Message { Message(path) }
    package static var emptyTrash: Message { Message() }
    package static func goesByItself(path: String) -> Message { Message(path) }
    package static var nameWhatIsIn: Message { Message() }
    package static func changedMeanwhile(path: String) -> Message { Message(path) }
    package static var lookAndTryAgain: Message { Message() }
    package static func inRejectedNotTrash(path: String, rejected: String) -> Message { Message(path, rejected) }
    package static var nameWhatToAccept: Message { Message() }
    package static func acceptTakesBack(command: String) -> Message { Message(command) }
    package static func originUnknown(path: String) -> Message { Message(path) }
    /// - Parameters:
    ///   - why: `absent`, `deleted` or `thrown` (into Trash).
    ///   - command: what brings the folder back.
    package static func templateFolderIsMissing(folder: String, why: String, command: String) -> Message { Message(folder, why, command) }
    package static var moveToWhereItBelongs: Message { Message() }
    package static var sayWhereItBelongs: Message { Message() }
    package static func severalToMove(message: Message) -> Message { Message(message) }
    /// - Parameter isSame: whether the names are the same, and do not only count as one.
    package static func collidingMoves(path: String, other: String, folder: String, isSame: Bool) -> Message { Message(path, other, folder, isSame) }
    package static var renameOneFirst: Message { Message() }
    package static var folderGoesLast: Message { Message() }
    package static var projectIntoItself: Message { Message() }
    package static var renameProject: Message { Message() }
    package static func intoItself(path: String) -> Message { Message(path) }
    package static func thereAlready(path: String) -> Message { Message(path) }
    package static var nothingMoved: Message { Message() }
    package static func sameName(name: String) -> Message { Message(name) }
    package static var nothingRenamed: Message { Message() }
    package static func notAName(name: String) -> Message { Message(name) }
    package static var namesAndMoves: Message { Message() }
    package static func onlyFoldersAccept(path: String) -> Message { Message(path) }
    package static var rootAcceptsByKind: Message { Message() }
    package static var allowInFolder: Message { Message() }
    package static func viewAcceptsNothing(path: String) -> Message { Message(path) }
    package static func takesWhatIsMoved(path: String) -> Message { Message(path) }
}

/// What is said of links that stand in documents, and of links to nodes by their IDs.
extension Message {
    // MARK: Links that lead nowhere: clauses

    /// - Parameter link: as it is written, escaped.
    package static func linkLeadsNowhere(link: String) -> Message { Message(link) }
    /// - Parameter target: where what stood there stands now.
    package static func linkMoved(link: String, target: String) -> Message { Message(link, target) }
    /// - Parameter target: what has the same letters.
    package static func linkRespelled(link: String, target: String) -> Message { Message(link, target) }
    package static func linkSeveral(link: String, targets: Message) -> Message { Message(link, targets) }
    package static func linkDiscarded(link: String, target: String) -> Message { Message(link, target) }
    package static func linkUnwritable(link: String, target: String) -> Message { Message(link, target) }

    // MARK: Mending them

    /// - Parameter place: a path and a line.
    package static func mendedLink(isDryRun: Bool, place: String, old: String, new: String) -> Message { Message(isDryRun, place, old, new) }
    /// What the history says of a document.
    package static func linksMended(count: Int) -> Message { Message(count) }
    package static func mendedLinks(count: Int, documents: Int) -> Message { Message(count, documents) }
    package static func mendingLinks(count: Int, documents: Int) -> Message { Message(count, documents) }
    package static func brokeLinks(count: Int, command: String) -> Message { Message(count, command) }
    /// A notification's.
    package static func linksBroken(project: String, count: Int) -> Message { Message(project, count) }
    /// A notification's, which says what was done with them.
    package static func linksSinceMove(project: String) -> Message { Message(project) }
    package static var fixLinksShowsThem: Message { Message() }
    package static var nothingToMend: Message { Message() }
    /// - Parameter reason: a clause.
    package static func linksLeft(path: String, reason: Message) -> Message { Message(path, reason) }
    package static var hasOtherNames: Message { Message() }
    package static var openToWrite: Message { Message() }
    package static func openInEditor(lock: String) -> Message { Message(lock) }
    package static func linksNotLookedFor(path: String) -> Message { Message(path) }
    package static var linksReadOtherwise: Message { Message() }
    package static var beyondUndo: Message { Message() }
    package static var linksNotShown: Message { Message() }

    // MARK: Links to nodes

    package static func notALink(word: String) -> Message { Message(word) }
    package static var linksLookLike: Message { Message() }
    package static func noProjectHas(id: String) -> Message { Message(id) }
    /// - Parameter fault: that the project that is worked in does not have it.
    package static func idIsElsewhere(fault: Message, project: String, path: String) -> Message { Message(fault, project, path) }
    package static func workThere(command: String) -> Message { Message(command) }
    package static func severalProjectsHave(id: String, names: Message) -> Message { Message(id, names) }
    package static var goToOne: Message { Message() }
    package static func standsNowhere(path: String) -> Message { Message(path) }
    package static func nothingOpens(program: String) -> Message { Message(program) }
    package static var printInstead: Message { Message() }
    package static func isAProgram(path: String) -> Message { Message(path) }
    package static func notUTF8Here(path: String) -> Message { Message(path) }
    /// - Parameter reason: what the program said, safe to show.
    package static func notOpened(path: String, reason: String) -> Message { Message(path, reason) }
}

/// What `find`, `log` and the options of verbs cannot make sense of, and what to do.
extension Message {
    package static func noNameHasThat(command: String) -> Message { Message(command) }
    package static func starEndsWords(word: String) -> Message { Message(word) }
    /// - Parameter sort: the word in small letters.
    package static func operatorIsWord(word: String, sort: String) -> Message { Message(word, sort) }
    package static func partsNeedExact(word: String) -> Message { Message(word) }
    package static func notSearched(path: String, limit: Int) -> Message { Message(path, limit) }
    package static func noTexts(count: Int) -> Message { Message(count) }
    package static var searchIndexDamaged: Message { Message() }
    package static var searchIndexUnwanted: Message { Message() }
    package static var searchSettingSaysSo: Message { Message() }
    package static var searchIndexBusy: Message { Message() }
    package static var tryIndexAgain: Message { Message() }
    package static var searchIndexUnwritten: Message { Message() }
    package static var makeRoomForIndex: Message { Message() }
    package static func searchIndexMade(isDryRun: Bool, files: Int, size: Int) -> Message { Message(isDryRun, files, size) }
    package static func noTime(option: String, text: String) -> Message { Message(option, text) }
    package static var timesLookLike: Message { Message() }
    package static func noPeriod(option: String, text: String) -> Message { Message(option, text) }
    package static var periodsLookLike: Message { Message() }
    package static func noSize(option: String, text: String) -> Message { Message(option, text) }
    package static var sizesLookLike: Message { Message() }
    package static var showPrintsID: Message { Message() }
    package static var noWordInText: Message { Message() }
    package static var sayWhatToLookFor: Message { Message() }
    package static func tooMuchToFind(words: Int, bytes: Int) -> Message { Message(words, bytes) }
    package static var lookForFewer: Message { Message() }
    package static var emptyWord: Message { Message() }
    package static var leaveItOut: Message { Message() }
    package static var phraseOverLines: Message { Message() }
    package static var lookForWordsAlone: Message { Message() }
    package static var noTextOfMissing: Message { Message() }
    package static var leaveOutTextOrMissing: Message { Message() }
    package static func noSuchRole(role: String) -> Message { Message(role) }
    package static func rolesAre(roles: String) -> Message { Message(roles) }
    package static var nameFolderToLookIn: Message { Message() }
    package static func comparesInNoWay(text: String) -> Message { Message(text) }
    package static func comparisonsAre(first: String, last: String) -> Message { Message(first, last) }
    package static func listHasNoOrder(name: String) -> Message { Message(name) }
    package static var compareByEquality: Message { Message() }
    package static func notInHistory(path: String) -> Message { Message(path) }
    package static var logWithoutPath: Message { Message() }
    package static var logShowsIDs: Message { Message() }
    package static func hasNoID(path: String) -> Message { Message(path) }
    package static var whyNoID: Message { Message() }
    package static var emptyPath: Message { Message() }
    package static var dotIsHere: Message { Message() }
    package static var listNamesNothing: Message { Message() }
    package static var linesEscapeNames: Message { Message() }
    package static func notUTF8(option: String) -> Message { Message(option) }
    package static var giveUTF8: Message { Message() }
    package static var nothingNamed: Message { Message() }
    package static var nameSomeOrChoose: Message { Message() }
    package static var namedAndChosen: Message { Message() }
    package static var nameThemOrChoose: Message { Message() }
    package static func otherSortThan(path: String, type: Message, id: String, former: Message) -> Message { Message(path, type, id, former) }
    package static func disturbed(reason: Message) -> Message { Message(reason) }
    package static func disturbedInPart(reason: Message, path: String) -> Message { Message(reason, path) }
    package static var changedBySomebody: Message { Message() }
    package static func insideProject(path: String, project: String) -> Message { Message(path, project) }
    package static var nameItsDirectory: Message { Message() }
}

/// Why a verb of records projects did not do something, and what to do.
extension Message {
    package static func collectionRefusesFolders(path: String) -> Message { Message(path) }
    package static var makeFolderBeside: Message { Message() }
    package static func noSuchRecord(path: String) -> Message { Message(path) }
    package static var nameRecord: Message { Message() }
    package static func isNoRecordNow(path: String, reason: String) -> Message { Message(path, reason) }
    package static var mendFileFirst: Message { Message() }
    package static func faultUnchanged(path: String, reason: String) -> Message { Message(path, reason) }
    package static func faultUnmade(path: String, reason: String) -> Message { Message(path, reason) }
    package static func wouldBeNoRecord(reason: String) -> Message { Message(reason) }
    package static func idStandsTwice(id: String) -> Message { Message(id) }
    package static var leaveOutID: Message { Message() }
    package static var namesOfRecords: Message { Message() }
    package static func recordIsThere(name: String) -> Message { Message(name) }
    package static func noRecordHasKey(key: String) -> Message { Message(key) }
    package static func noRecordOfHasKey(collection: String, key: String) -> Message { Message(collection, key) }
    package static var recordListShowsKeys: Message { Message() }
    package static func noTemplate(name: String) -> Message { Message(name) }
    package static var schemaMakesTemplates: Message { Message() }
    package static func noKeyAndValue(text: String) -> Message { Message(text) }
    package static var writeKeyAndValue: Message { Message() }
    package static func givenTwice(key: String) -> Message { Message(key) }
    package static var giveEachKeyOnce: Message { Message() }
    package static func isCollection(name: String) -> Message { Message(name) }
    package static var sayWhichRecords: Message { Message() }
    package static func badJSON(reason: String) -> Message { Message(reason) }
    package static func giveObject(example: String) -> Message { Message(example) }
    package static func badQuery(reason: Message) -> Message { Message(reason) }
    package static var queryIsDescribed: Message { Message() }
    package static func bomIsForCSV(format: String) -> Message { Message(format) }
    package static var leaveOutOrCSV: Message { Message() }
    package static var namesOfCollections: Message { Message() }
    package static var formatIsUnknown: Message { Message() }
    package static func sayFormat(endings: String) -> Message { Message(endings) }
    package static func nameIsForOne(count: Int) -> Message { Message(count) }
    package static func noSingleRecord(key: String, value: String, isOfInput: Bool) -> Message { Message(key, value, isOfInput) }
    package static var chooseUniqueKey: Message { Message() }
    package static func matchIsUnknown(key: String) -> Message { Message(key) }
    package static var keysAreBytes: Message { Message() }
    package static var severalCollections: Message { Message() }
    package static var sayWhichTakesThem: Message { Message() }
    package static func idOfAnother(id: String, path: String) -> Message { Message(id, path) }
    package static var leaveOutOneOfTwo: Message { Message() }
    package static func metTwice(path: String) -> Message { Message(path) }
    package static var removeOneOfTwo: Message { Message() }
    package static func idIsThatOf(id: String, path: String) -> Message { Message(id, path) }
    package static var onConflictSays: Message { Message() }
    package static func noRecordToUpdate(path: String, reason: String) -> Message { Message(path, reason) }
    package static var mendOrSkip: Message { Message() }
    package static func recordTooLarge(bytes: Int, most: Int) -> Message { Message(bytes, most) }
    package static var splitIt: Message { Message() }
    package static var giveNameOption: Message { Message() }
    package static func cannotImport(format: String) -> Message { Message(format) }
    package static var exportOtherwise: Message { Message() }
    package static func cannotExport(path: String, reason: String) -> Message { Message(path, reason) }
    package static func schemaUnchanged(reason: String) -> Message { Message(reason) }
    package static func schemaNotTaken(reason: String) -> Message { Message(reason) }
    package static func schemaTooLarge(most: Int) -> Message { Message(most) }
    package static func noCollectionsHere(name: String, kind: String) -> Message { Message(name, kind) }
    package static var newRecordsMakesOne: Message { Message() }
    package static func noSuchCollection(name: String) -> Message { Message(name) }
    package static func makesIt(command: String) -> Message { Message(command) }
    /// - Parameters:
    ///   - others: so many more files.
    ///   - isMore: whether there may be more than that.
    package static func neverWereRecords(problem: Message, others: Int, isMore: Bool) -> Message { Message(problem, others, isMore) }
    /// - Parameters:
    ///   - others: so many more records.
    ///   - isMore: whether there may be more than that.
    package static func keepFromBulkEdits(problem: Message, others: Int, isMore: Bool) -> Message { Message(problem, others, isMore) }
    package static var noRecordFits: Message { Message() }
    package static var nothingToChange: Message { Message() }
}

/// What is wrong with a PDF, or keeps work on one from being done, and what helps: clauses without a full stop at their ends.
extension Message {
    /// What happened, and what helps.
    package static func faultAndCure(fault: Message, cure: Message) -> Message { Message(fault, cure) }
    /// A clause as a sentence.
    package static func asSentence(text: Message) -> Message { Message(text) }
    package static func pdfCopyMissing(content: String, folder: String) -> Message { Message(content, folder) }
    package static func pdfCopyAltered(content: String, folder: String) -> Message { Message(content, folder) }
    package static var noProtectedCopyOfIt: Message { Message() }
    package static var itsCopyAltered: Message { Message() }
    package static var pdfPutBack: Message { Message() }
    package static var pdfNothingToShow: Message { Message() }
    package static var pdfNothingToJoin: Message { Message() }
    package static var pdfChoosePages: Message { Message() }
    package static func pdfSheetTooLarge(count: Int, most: Int) -> Message { Message(count, most) }
    package static var pdfShowFewer: Message { Message() }
    package static func pdfTooManyJoined(count: Int, most: Int) -> Message { Message(count, most) }
    package static var pdfMakeSeveral: Message { Message() }
    package static var pdfTooManyBookmarks: Message { Message() }
    package static func pdfBookmarkAstray(title: String, page: Int, last: Int) -> Message { Message(title, page, last) }
    package static func choosePageTo(last: Int) -> Message { Message(last) }
    package static func pdfLacksPage(file: String, page: Int) -> Message { Message(file, page) }
    package static func pdfHasNoPages(file: String) -> Message { Message(file) }
    package static var pdfMakeAnew: Message { Message() }
    package static func pdfPagesDisagree(file: String) -> Message { Message(file) }
    package static var pdfPrintAndUse: Message { Message() }
    package static func pdfTooManyPages(file: String, isClaim: Bool, count: Int, most: Int) -> Message { Message(file, isClaim, count, most) }
    package static func pdfSplit(pages: Int) -> Message { Message(pages) }
    package static var pdfMadeToHarm: Message { Message() }
    package static func pdfEncrypted(file: Message) -> Message { Message(file) }
    package static var pdfDecrypt: Message { Message() }
    /// - Parameter said: what a program says of it, behind a colon; here and below.
    package static func pdfDamaged(file: Message, said: Message) -> Message { Message(file, said) }
    package static var pdfFetchAgain: Message { Message() }
    package static func pdfTooLarge(file: String, size: Int, most: Int) -> Message { Message(file, size, most) }
    package static var pdfSplitOrSmaller: Message { Message() }
    /// - Parameter sort: what it is instead, here and below.
    package static func notAPDF(file: String, sort: String) -> Message { Message(file, sort) }
    package static func notAPDFCure(sort: String) -> Message { Message(sort) }
    package static var rootIsNoPDF: Message { Message() }
    /// - Parameter subject: what it worked on, here and below.
    package static func toolOverworked(tool: String, seconds: Int, subject: Message) -> Message { Message(tool, seconds, subject) }
    package static func toolOutOfTime(tool: String, subject: Message) -> Message { Message(tool, subject) }
    package static func toolMakesTooMuch(tool: String, subject: Message) -> Message { Message(tool, subject) }
    package static func noSpaceForWork(subject: Message) -> Message { Message(subject) }
    /// - Parameter signal: 0 where it had not enough memory.
    package static func toolFell(tool: String, signal: Int, subject: Message, said: Message) -> Message { Message(tool, signal, subject, said) }
    package static func toolSaysTooMuch(tool: String, subject: Message) -> Message { Message(tool, subject) }
    package static func toolFailed(tool: String, subject: Message, said: Message) -> Message { Message(tool, subject, said) }
    package static func toolExit(code: Int) -> Message { Message(code) }
    package static func toolNotInstalled(tool: String) -> Message { Message(tool) }
    package static func installIt(package: String) -> Message { Message(package) }
    package static var pdfSaveAnew: Message { Message() }
    package static var pdfSaveAnewOrMemory: Message { Message() }
    package static var pdfTryLater: Message { Message() }
    package static var pdfUseSmaller: Message { Message() }
    package static var freeSpaceThenTry: Message { Message() }
    package static var pdfPrintAnew: Message { Message() }
    package static func pdfTextOutOfTime(file: String) -> Message { Message(file) }
    package static func pageTextTooLong(page: Int, file: String) -> Message { Message(page, file) }
    package static func qpdfUnclear(subject: Message) -> Message { Message(subject) }
    package static var qpdfVersion: Message { Message() }
    package static var noTextLanguage: Message { Message() }
    package static func chooseOneOf(names: String) -> Message { Message(names) }
    package static func textLanguageUnknown(language: String) -> Message { Message(language) }
    package static func chooseOrInstall(names: String, package: String) -> Message { Message(names, package) }
    package static var workCancelled: Message { Message() }
    package static func pageOfFile(page: Int, file: String) -> Message { Message(page, file) }
    package static func annotationsOf(file: String) -> Message { Message(file) }
    package static var pagesToJoin: Message { Message() }
    package static var bookmarks: Message { Message() }
    package static var thePDF: Message { Message() }
}

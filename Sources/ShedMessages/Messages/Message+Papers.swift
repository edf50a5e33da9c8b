/// Why a verb of papers projects did not do something, and what to do.
extension Message {
    /// - Parameter sort: `bundle`, `doc`, `page`, or `any` of docs, groups and bundles.
    package static func noSuchPaper(sort: String, name: String) -> Message { Message(sort, name) }
    package static func noneYetMake(command: String) -> Message { Message(command) }
    package static func listsThem(command: String) -> Message { Message(command) }
    package static func docIsNoGroup(name: String) -> Message { Message(name) }
    package static var nameGroup: Message { Message() }
    package static func nameGroupLike(example: String) -> Message { Message(example) }
    package static func namesNoGroup(name: String) -> Message { Message(name) }
    package static var nameOneGroup: Message { Message() }
    package static func noDocForGroup(doc: String, group: String) -> Message { Message(doc, group) }
    package static var nameAsGroup: Message { Message() }
    package static var nameIsNotBlank: Message { Message() }
    package static func optionLacksValue(option: String) -> Message { Message(option) }
    package static func optionFollows(option: String, next: String) -> Message { Message(option, next) }
    package static func writePages(option: String) -> Message { Message(option) }
    package static func morePagesThan(most: Int) -> Message { Message(most) }
    package static var noPagesThere: Message { Message() }
    package static func noPageOf(number: String, count: Int) -> Message { Message(number, count) }
    package static func noPages(text: String) -> Message { Message(text) }
    package static func hasNoPage(path: String, number: Int) -> Message { Message(path, number) }
    package static func choosePage(count: Int) -> Message { Message(count) }
    package static func choosePages(count: Int) -> Message { Message(count) }
    package static func bundleLacksPage(path: String, name: String, number: Int) -> Message { Message(path, name, number) }
    package static func hasPages(count: Int) -> Message { Message(count) }
    package static func bundleIsGone(path: String, name: String) -> Message { Message(path, name) }
    package static var nameOtherBundle: Message { Message() }
    package static func numbersForPages(numbers: Int, pages: Int) -> Message { Message(numbers, pages) }
    package static var oneNumberOrAll: Message { Message() }
    package static func lacksVariant(name: String, file: String) -> Message { Message(name, file) }
    package static var attachAddsOne: Message { Message() }
    package static func variantUnusable(file: String, name: String) -> Message { Message(file, name) }
    package static var putPDFBack: Message { Message() }
    package static func sawOlderDisplay(name: String) -> Message { Message(name) }
    package static func wasOlderDisplay(number: Int, name: String) -> Message { Message(number, name) }
    package static func displayLost(what: Message, content: String) -> Message { Message(what, content) }
    package static var putThatPDFBack: Message { Message() }
    package static func folderIsNoPDF(path: String) -> Message { Message(path) }
    package static var namePDF: Message { Message() }
    package static func namePDFOrAll(command: String) -> Message { Message(command) }
    package static func isNoPageYet(path: String) -> Message { Message(path) }
    package static var syncMakesOne: Message { Message() }
    package static func docHasNoPages(path: String) -> Message { Message(path) }
    package static var pageAddMakesSome: Message { Message() }
    package static func nothingToTake(path: String, file: String, pages: Message) -> Message { Message(path, file, pages) }
    package static var checkSaysWhatIsMissing: Message { Message() }
    package static var attachAddsVariant: Message { Message() }
    package static func noPageHasText(path: String, pages: Message) -> Message { Message(path, pages) }
    package static func lacksCounterpart(number: Int, name: String, file: String) -> Message { Message(number, name, file) }
    package static func leftOut(path: String, reason: Message) -> Message { Message(path, reason) }
    package static func pageLeftOut(reason: Message) -> Message { Message(reason) }
    package static var lackNoPage: Message { Message() }
    package static func lackVariant(name: String, file: String) -> Message { Message(name, file) }
    package static func lackCounterpart(file: String, name: String) -> Message { Message(file, name) }
    package static func lackNotTaken(name: String) -> Message { Message(name) }
    package static func lackDamaged(name: String) -> Message { Message(name) }
    package static var lackUnrecognised: Message { Message() }
    package static var syncMakesPage: Message { Message() }
    package static var mapSaysWhich: Message { Message() }
    package static var ocrTakesIt: Message { Message() }
    package static var ocrTakesItAgain: Message { Message() }
    package static var ocrTriesAgain: Message { Message() }
    package static func hasNoDisplay(path: String) -> Message { Message(path) }
    /// - Parameter others: so many more bundles hold none either.
    package static func holdsNoDisplay(others: Int) -> Message { Message(others) }
    package static func displayDoesNotCount(path: String, reason: String) -> Message { Message(path, reason) }
    package static var bundleNeedsPDF: Message { Message() }
    package static var namePDFOrOCR: Message { Message() }
    package static func optionGivesOne(option: String) -> Message { Message(option) }
    package static func changedAtPath(path: String) -> Message { Message(path) }
    package static var lookAndRunAgain: Message { Message() }
    package static var noFolderForBundles: Message { Message() }
    package static func makeFolderAtRoot(name: String) -> Message { Message(name) }
    package static func allowLetsIt(command: String) -> Message { Message(command) }
    package static var namesOfBundles: Message { Message() }
    package static func editedAndStuck(path: String, message: Message) -> Message { Message(path, message) }
    package static func whatWasWrittenIsKept(remedy: Message) -> Message { Message(remedy) }
    package static func pageHasNoFile(id: String) -> Message { Message(id) }
    package static var restoreItFirst: Message { Message() }
    package static func noBundleWithDisplay(id: String) -> Message { Message(id) }
    package static var chooseOtherBundle: Message { Message() }
    package static var bringBackOrChoose: Message { Message() }
    package static func displayAltered(path: String) -> Message { Message(path) }
    package static var syncLooksAtIt: Message { Message() }
    package static func pageFileIsNotThere(path: String) -> Message { Message(path) }
    package static var putBackOrRepair: Message { Message() }
    package static func noPlaceInGroup(place: Int, group: String) -> Message { Message(place, group) }
    package static func placesAre(count: Int) -> Message { Message(count) }
    package static func pageFileIsGone(path: String) -> Message { Message(path) }
    package static var lookAtPages: Message { Message() }
    package static func usedByPages(path: String, count: Int, pages: Message) -> Message { Message(path, count, pages) }
    package static func onPage(number: Int) -> Message { Message(number) }
    package static func onOlderPages(numbers: String) -> Message { Message(numbers) }
    package static var pagesNamedAndAsked: Message { Message() }
    package static var noPageNamed: Message { Message() }
    package static var namePages: Message { Message() }
    /// That a page did not get the place that was asked for.
    package static func stayedBefore(page: String, place: Int, group: String, wanted: Int) -> Message { Message(page, place, group, wanted) }
    /// - Parameter deed: `changed`, `moved` or `deleted`.
    package static func noPageFits(deed: String) -> Message { Message(deed) }
    package static func showThatAlready(count: Int) -> Message { Message(count) }
    package static var standThereAlready: Message { Message() }
    package static func isInThisOrder(path: String) -> Message { Message(path) }
    /// - Parameter sort: `pages`, `docs` or `bundles`.
    package static func noneOfSort(sort: String) -> Message { Message(sort) }
    package static var noPageFitting: Message { Message() }
    package static func versionSaw(number: Int, page: Int, name: String) -> Message { Message(number, page, name) }
    package static func onlyPagesNow(path: String, saw: Message, count: Int) -> Message { Message(path, saw, count) }
    package static func showsThatPageNow(path: String, saw: Message) -> Message { Message(path, saw) }
    package static func showsTheOneOfNow(saw: Message, hint: Message) -> Message { Message(saw, hint) }
    package static func imageWritesIt(command: String) -> Message { Message(command) }
    /// - Parameter sort: `bundle`, `doc` or `group`, here and below.
    package static func itselfOrPages(name: String, sort: String) -> Message { Message(name, sort) }
    package static func writeItselfOrPages(path: String, sort: String, option: String, name: String) -> Message { Message(path, sort, option, name) }
    package static func noLanguages(text: String) -> Message { Message(text) }
    package static func giveLanguages(most: Int) -> Message { Message(most) }
    package static func noVersionCalled(path: String, version: String) -> Message { Message(path, version) }
    package static var noVersionsYet: Message { Message() }
    package static var noneOfThemYet: Message { Message() }
    package static func versionsListed(count: Int, command: String) -> Message { Message(count, command) }
    package static var namesOfDocs: Message { Message() }
    package static var docsAreGone: Message { Message() }
    package static var makeDocs: Message { Message() }
    package static var noPDFOutput: Message { Message() }
    package static var nameOutput: Message { Message() }
    package static func isNotIn(name: String, path: String) -> Message { Message(name, path) }
    package static var docShowLists: Message { Message() }
    package static func namedTwice(name: String) -> Message { Message(name) }
    package static var nameEachOnce: Message { Message() }
    package static func isMissing(path: String) -> Message { Message(path) }
    package static var repairMakesIt: Message { Message() }
    package static func noPapersHere(name: String, kind: String) -> Message { Message(name, kind) }
    package static var newPapersMakesOne: Message { Message() }
    package static func tooMuchText(limit: Int) -> Message { Message(limit) }
    package static var bundleTextPrints: Message { Message() }
    package static func pageIsPDF(path: String) -> Message { Message(path) }
    package static var endNameInPDF: Message { Message() }
    /// - Parameter what: `bundles`, `docs`, `groups`, `pages` or `variants`.
    package static func hasToAccept(path: String, accepts: String, what: String) -> Message { Message(path, accepts, what) }
    package static func allowTakes(accepts: String, mayBeBoth: Bool) -> Message { Message(accepts, mayBeBoth) }
    package static func groupRefusesFolders(path: String) -> Message { Message(path) }
    package static var makeFolderInDoc: Message { Message() }
    package static func bundlesRefuseFiles(path: String) -> Message { Message(path) }
    package static var putFilesElsewhere: Message { Message() }
    package static func inMeansItsPages(path: String) -> Message { Message(path) }
    package static var becameBundle: Message { Message() }
    package static var becamePage: Message { Message() }
    package static var hasOtherDisplay: Message { Message() }
    package static var numberedAnew: Message { Message() }
    package static var showsOtherPage: Message { Message() }
    package static func noCopyToPutBack(message: Message) -> Message { Message(message) }
    package static func numbersTo(first: Int, last: Int) -> Message { Message(first, last) }
    package static func logNumbered(folder: String, count: Int, sort: String, numbers: Message) -> Message { Message(folder, count, sort, numbers) }
    package static func logRemadePages(folder: String, count: Int, why: Message) -> Message { Message(folder, count, why) }
}

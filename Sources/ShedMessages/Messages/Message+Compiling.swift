/// What is compiled, what is left out and why, and what stands in the way.
extension Message {
    package static func compiled(isDryRun: Bool, path: String, chapters: Int, words: Int) -> Message { Message(isDryRun, path, chapters, words) }
    package static func compiledAlready(path: String) -> Message { Message(path) }
    package static func compiledOverEdit(isDryRun: Bool, path: String, place: String) -> Message { Message(isDryRun, path, place) }
    package static func compiledFileWasEdited(folder: String) -> Message { Message(folder) }
    package static func leftOutOfCompile(path: String, reason: Message) -> Message { Message(path, reason) }
    package static func leftOutQuietly(count: Int) -> Message { Message(count) }
    package static var leftOutByProfile: Message { Message() }
    package static var leftOutBySelf: Message { Message() }
    package static var leftOutAsNoText: Message { Message() }
    package static func leftOutAsRefused(reason: Message) -> Message { Message(reason) }
    package static var leftOutAsUnknown: Message { Message() }
    package static func sceneIsMissing(name: String) -> Message { Message(name) }
    package static func sceneWithinItself(name: String) -> Message { Message(name) }
    package static func imageIsOutside(path: String) -> Message { Message(path) }
    package static func imageIsMissing(path: String) -> Message { Message(path) }
    package static var nothingToCompile: Message { Message() }
    package static var noManuscript: Message { Message() }
    package static var nameFolderToCompile: Message { Message() }
    package static func folderOfRoleMissing(role: String) -> Message { Message(role) }
    package static var checkSaysHowToMake: Message { Message() }
    package static func tooMuchToCompile(most: Int) -> Message { Message(most) }
    package static func tooLargeToCompile(mebibytes: Int) -> Message { Message(mebibytes) }
    package static var compileParts: Message { Message() }
    package static func cannotCompile(path: String, reason: Message) -> Message { Message(path, reason) }
    package static var leaveOutOrMend: Message { Message() }
    package static func pandocIsMissing(path: String) -> Message { Message(path) }
    package static func pandocIsNeeded(format: String) -> Message { Message(format) }
    package static func installPackage(package: String) -> Message { Message(package) }
    package static func pandocTookTooLong(path: String) -> Message { Message(path) }
    package static func pandocFailed(path: String, reason: String) -> Message { Message(path, reason) }
    package static func noProfile(name: String) -> Message { Message(name) }
    package static func profilesAre(names: String) -> Message { Message(names) }
    package static func profileIsOption(name: String) -> Message { Message(name) }
    package static func badProfile(path: String, reason: String) -> Message { Message(path, reason) }
    package static var profilesAreDescribed: Message { Message() }
    package static func formatIsNotFor(format: String, isScript: Bool) -> Message { Message(format, isScript) }
    package static var chooseOtherFormat: Message { Message() }
    package static func notOfCompile(path: String) -> Message { Message(path) }
    package static var moveItAway: Message { Message() }
    package static var oneFormatForFile: Message { Message() }
    package static var oneFormatForFolder: Message { Message() }
    package static func referenceRefused(path: String, reason: String) -> Message { Message(path, reason) }
    package static var referenceWithoutThat: Message { Message() }
    package static func notUTF8ToCompile(path: String, line: Int) -> Message { Message(path, line) }
    package static var convertToUTF8: Message { Message() }
    package static var sayToOnce: Message { Message() }
}

/// What is said of the devices that write into a project.
extension Message {
    // MARK: This device

    /// - Parameter why: the word of why the former ID was given up.
    package static func tookNewReplica(new: String, former: String, why: String) -> Message { Message(new, former, why) }
    package static func namedDevice(isDryRun: Bool, replica: String, name: String) -> Message { Message(isDryRun, replica, name) }

    // MARK: The list

    package static func deviceLine(replica: String, name: String, isThis: Bool, isFormer: Bool) -> Message { Message(replica, name, isThis, isFormer) }
    package static func deviceWrote(count: Int, first: String, last: String) -> Message { Message(count, first, last) }
    package static var deviceWroteNothing: Message { Message() }
    package static func deviceInherited(count: Int) -> Message { Message(count) }
    package static func deviceAhead(time: String) -> Message { Message(time) }
    package static func devicePushed(count: Int) -> Message { Message(count) }
    package static func deviceForked(count: Int, number: Int) -> Message { Message(count, number) }
    package static func deviceRetired(time: String) -> Message { Message(time) }
    package static func deviceWritesAgain(time: String) -> Message { Message(time) }
    package static func deviceGaveUp(time: String, why: String) -> Message { Message(time, why) }
    package static func devicesUnread(count: Int) -> Message { Message(count) }
    package static func moreForks(count: Int) -> Message { Message(count) }
    package static var forkAdvice: Message { Message() }

    // MARK: Retiring

    package static func retiringDevice(name: String) -> Message { Message(name) }
    package static func retiredDevice(isDryRun: Bool, name: String) -> Message { Message(isDryRun, name) }
    package static func retiredAlready(name: String) -> Message { Message(name) }
    package static var isThisDevice: Message { Message() }
    package static var retireElsewhere: Message { Message() }
    package static func noSuchDevice(word: String) -> Message { Message(word) }
    package static func severalDevices(word: String) -> Message { Message(word) }
    package static func devicesAreListed(command: String) -> Message { Message(command) }
    package static func notADeviceName(longest: Int) -> Message { Message(longest) }
    package static var nameTheDevice: Message { Message() }
}

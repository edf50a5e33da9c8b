import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

/// `shed devices`, which lists unless another of its verbs is named.
struct DevicesVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the devices that write into the project, name them, and retire some.",
        discussion: """
            Each device writes its own batches into .shed/ops, under an ID of its own. Documentation/Devices.md says more.

            Example: shed devices --json
            """,
        subcommands: [DevicesListVerb.self, DevicesRenameVerb.self, DevicesRetireVerb.self], defaultSubcommand: DevicesListVerb.self)
}

struct DevicesListVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List them; so does “shed devices” alone.",
        discussion: """
            This device comes first. When one wrote is what its own clock said. Nothing is written.

            Example: shed devices list
            """)

    @OptionGroup var global: GlobalOptions

    var onlyLooks: Bool { true }

    func perform(_ session: Session) throws -> Ending {
        let list = try session.openToLook().asKnown.devices()
        if global.json {
            session.output.json(list.json)
            return .done
        }
        guard !global.quiet, !global.zero else { return .done }
        for device in list.devices {
            for line in DeviceText(device).lines(isVerbose: global.verbose) { session.say(line) }
        }
        if list.unread > 0 { session.note(.devicesUnread(count: list.unread)) }
        return .done
    }
}

/// A verb that says something of one device, which is named by its ID, the beginning of that, or its name.
protocol DeviceVerb: ChangingVerb {}

extension DeviceVerb {
    static var actor: String? { actor(in: "devices") }

    /// The device that a word means.
    func device(_ word: String, in list: DeviceList) throws(ShedError) -> Device {
        let found = list.devices(called: word)
        let shown = EscapedText.escape(RawArguments.bytes(of: word))
        guard let device = found.first else { throw ShedError(.usage, .noSuchDevice(word: shown), remedy: .devicesAreListed(command: "shed devices")) }
        guard found.count == 1 else { throw ShedError(.usage, .severalDevices(word: shown), remedy: .devicesAreListed(command: "shed devices")) }
        return device
    }
}

struct DevicesRenameVerb: DeviceVerb {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Say what a device is called: this one, unless another is named.",
        discussion: """
            A device says the name of its host by itself, once, with the first thing that it writes.

            Example: shed devices rename "Kitchen table"
            """)

    @Argument(help: "The new name.") var name: String
    @Option(name: .customLong("device"), help: "Another device: its ID or its name.") var other: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let name = try session.text(name, of: "the name")
        let project = try session.openToChange(dryRun: change.dryRun)
        let device = try project.write(after: .nothing) { transaction throws(ShedError) in
            let list = try transaction.devices()
            let device: Device
            if let other {
                device = try self.device(other, in: list)
            } else {
                guard let own = list.devices.first(where: \.isThis) else { throw ShedError(.environment, .noSuchDevice(word: "-"), remedy: .devicesAreListed(command: "shed devices")) }
                device = own
            }
            try transaction.rename(device, to: name, dryRun: change.dryRun)
            return device
        }
        if global.json {
            var object = JSONBuilder()
            object.add("replica", .string("\(device.replica)"))
            object.add("name", .string(name))
            session.output.json(object.value)
        }
        session.say(.namedDevice(isDryRun: change.dryRun, replica: "\(device.replica)", name: ForeignText(name).escaped))
        return .done
    }
}

struct DevicesRetireVerb: DeviceVerb {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Say that a device will write no more: it was lost, sold or given away.",
        discussion: """
            It is listed as retired, and nobody waits for it. If it writes again, that is said, and what it writes counts all \
            the same. Asks first; “shed undo” takes it back.

            Example: shed devices retire 51a0c3f2e4d5b697
            """)

    @Argument(help: "The device: its ID or its name.") var device: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        // Refused before anybody is asked, if it is.
        let found = try project.write(after: .nothing) { transaction throws(ShedError) in
            let found = try device(device, in: transaction.devices())
            try transaction.retire(found, dryRun: true)
            return found
        }
        if !change.dryRun {
            try session.confirm(.retiringDevice(name: found.shown))
            try project.write(after: .nothing) { transaction throws(ShedError) in
                try transaction.retire(device("\(found.replica)", in: transaction.devices()))
            }
        }
        if global.json {
            var object = JSONBuilder()
            object.add("replica", .string("\(found.replica)"))
            object.add("name", JSONValue(found.name?.raw))
            session.output.json(object.value)
        }
        session.say(.retiredDevice(isDryRun: change.dryRun, name: found.shown))
        return .done
    }
}

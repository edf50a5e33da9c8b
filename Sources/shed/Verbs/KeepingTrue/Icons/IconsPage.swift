import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

/// What the verbs of `shed icons` print.
enum IconsPage {
    static func change(_ isOn: Bool, _ options: ChangeOptions, _ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: options.dryRun)
        let items = try project.write { transaction throws(ShedError) in try transaction.showIcons(isOn, dryRun: options.dryRun) }
        let left = items.filter { $0.action == .leave }
        if session.options.json {
            session.output.json(["on": .bool(isOn), "files": .array(items.map(shape))])
        } else if session.options.zero {
            for item in items where item.action != .leave { session.output.path(session.style.place(item.path)) }
        } else {
            for item in items {
                let path = session.style.path(item.path)
                switch item.action {
                case .write: session.say(.setupWrites(isDryRun: options.dryRun, path: path))
                case .remove: session.say(.setupRemoves(isDryRun: options.dryRun, path: path))
                case .leave: session.note(.setupLeaves(path: path, why: session.style.text(item.reason ?? .nothing)))
                }
            }
            if items.isEmpty { session.say(isOn ? .iconsStand : .iconsAreGone) }
        }
        if !options.dryRun { session.warnOfRest(in: project) }
        return left.isEmpty ? .done : .findings
    }

    private static func shape(_ item: IconItem) -> JSONValue {
        var object = JSONBuilder()
        object.add("path", item.path)
        object.add("action", .string(item.action.rawValue))
        object.add("reason", JSONValue(item.reason?.english))
        return object.value
    }
}

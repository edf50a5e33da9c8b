import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

struct IconsShowVerb: IconsSubverb {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Say which folders have pictures.",
        discussion: """
            Each folder that is to have one, with the picture's name. Exit code 1: icons are off, or a folder does not have its own.

            Example: shed icons show --json
            """)

    @OptionGroup var global: GlobalOptions

    var onlyLooks: Bool { true }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToLook()
        let status = try project.refresh().icons()
        if global.json {
            session.output.json(shape(status))
        } else if global.zero {
            for folder in status.folders where folder.isShown { session.output.path(session.style.place(folder.path)) }
        } else {
            session.say(status.isOn ? .iconsAreOn : .iconsAreOff)
            for folder in status.folders where status.isOn || folder.isShown {
                let path = session.style.path(folder.path)
                if let reason = folder.reason {
                    session.say(.setupLeaves(path: path, why: session.style.text(reason)))
                } else {
                    session.say(folder.isShown ? .iconOfFolder(path: path, picture: folder.picture) : .iconIsMissing(path: path, picture: folder.picture))
                }
            }
            if status.isOn, !status.hasMetadata { session.say(.iconsWithoutMetadata) }
        }
        return status.isOn && status.folders.allSatisfy(\.isShown) ? .done : .findings
    }

    private func shape(_ status: IconStatus) -> JSONValue {
        let folders: [JSONValue] = status.folders.map { folder in
            var object = JSONBuilder()
            object.add("path", folder.path)
            object.add("picture", .string(folder.picture))
            object.add("shown", .bool(folder.isShown))
            object.add("reason", JSONValue(folder.reason?.english))
            return object.value
        }
        return ["on": .bool(status.isOn), "metadata": .bool(status.hasMetadata), "folders": .array(folders)]
    }
}

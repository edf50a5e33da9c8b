import ArgumentParser
import ShedCommand
import ShedPhotosKind

/// A program with the verbs of photos alone.
struct PhotosRoot: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "photos", groupedSubcommands: [PhotosCommands().verbs].compactMap(\.self))
}

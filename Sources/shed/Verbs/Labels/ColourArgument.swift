import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

/// A colour on the command line.
enum ColourArgument {
    static func colour(_ text: String) throws(ShedError) -> Colour {
        guard let colour = Colour(text) else {
            throw ShedError(
                .usage, .noSuchColour(text: EscapedText.escape(RawArguments.bytes(of: text))),
                remedy: Message.didYouMean(oneOf: Nearest.of(text, among: Colour.names).map { [$0] } ?? [])
                    ?? .coloursAre(names: Colour.names.joined(separator: ", "), code: "#rrggbb"))
        }
        return colour
    }
}

/// The option for a tag's colour. It is not called after the output's, `--color`.
struct HueOption: ParsableArguments {
    @Option(help: ArgumentHelp("Its colour; “none” for none.", valueName: "colour"), completion: .list(Colour.names + ["none"])) private var hue: String?
    /// Its earlier name, which goes on working.
    @Option(name: .customLong("colour"), help: .hidden) private var colour: String?

    var text: String? { hue ?? colour }

    func validate() throws {
        if hue != nil, colour != nil { throw ValidationError("--colour is the earlier name of --hue: give one of them.") }
    }

    /// What is said to who gives a tag's colour as that of the output.
    static func hint(for message: String) -> String? {
        guard message.hasPrefix("Error: "), message.contains("'--color"), let end = message.firstIndex(of: "\n") else { return nil }
        return "Error: --color says when the output is colored (auto, always or never). The colour of a tag is given with --hue." + message[end...]
    }
}

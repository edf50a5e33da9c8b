import ShedCommand
import ShedProject
import ShedModel

/// A colour on the command line.
enum ColourArgument {
    static func colour(_ text: String) throws(ShedError) -> Colour {
        guard let colour = Colour(text) else {
            throw ShedError(
                .usage, "“\(EscapedText.escape(RawArguments.bytes(of: text)))” is no colour",
                remedy: Nearest.of(text, among: Colour.names).map { "Did you mean “\($0)”?" } ?? "Colours are \(Colour.names.joined(separator: ", ")), or #rrggbb.")
        }
        return colour
    }
}

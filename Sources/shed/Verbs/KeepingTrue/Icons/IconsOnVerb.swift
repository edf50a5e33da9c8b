import ArgumentParser
import ShedCommand

struct IconsOnVerb: IconsSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "on",
        abstract: "Show pictures of the folders, and keep them up.",
        discussion: """
            Writes the key Icon into a file .directory in each folder that the template shows with a symbol or a color, and has GNOME's library \
            keep icon and emblems where a session bus is. An icon that you or another program have chosen stays. Can be run again at any time. \
            Exit code 1: a file had to stay as it is.

            Example: shed icons on --dry-run
            """)

    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    /// Where pictures stand, and which programs are here, says the environment of who started it.
    var delegation: Delegation { .never }

    func perform(_ session: Session) throws -> Ending { try IconsPage.change(true, change, session) }
}

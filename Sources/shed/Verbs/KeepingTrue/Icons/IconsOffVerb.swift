import ArgumentParser
import ShedCommand

struct IconsOffVerb: IconsSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "off",
        abstract: "Take the pictures of the folders away.",
        discussion: """
            Takes out what “shed icons on” wrote, and no more: a file .directory that holds anything else stays.

            Example: shed icons off
            """)

    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .never }

    func perform(_ session: Session) throws -> Ending { try IconsPage.change(false, change, session) }
}

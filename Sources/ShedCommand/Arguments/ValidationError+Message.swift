import ArgumentParser
import ShedMessages
import ShedModel

extension ValidationError {
    /// What a command's words lack, in the language of who typed them: words are read before there is a session.
    package init(_ message: Message) {
        let environment = Session.environment()
        let settings = try? UserSettings(environment)
        self.init(Catalogue.of(settings?.language ?? Language.wanted(in: environment)).text(message))
    }
}

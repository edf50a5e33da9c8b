/// What is said while a manuscript is compiled again and again.
extension Message {
    package static var compileWaits: Message { Message() }
}

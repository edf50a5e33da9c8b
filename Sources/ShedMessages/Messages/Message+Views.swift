/// What is said of views: folders that shed fills with links.
extension Message {
    /// Why a file was made anew.
    /// - Parameter link: the path of the link in whose place a program has saved it.
    package static func savedOverLink(link: String) -> Message { Message(link) }
    /// A line of `status`.
    package static func viewHoldsNoLinks(folder: String) -> Message { Message(folder) }
}

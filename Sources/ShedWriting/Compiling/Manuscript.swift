import ShedModel

/// A manuscript as a value: its chapters in order, each with its texts, and what stands around them. What is made of it depends on nothing
/// else: no clock, no disk.
package struct Manuscript: Hashable, Sendable {
    package struct Chapter: Hashable, Sendable {
        /// What stands above it; `nil`: nothing.
        package var heading: String?
        /// Markdown after its treatment, in order.
        package var texts: [[UInt8]] = []

        package init(heading: String?, texts: [[UInt8]] = []) { (self.heading, self.texts) = (heading, texts) }
    }

    /// In bytes. What a manuscript is made into is no longer; where it would be, the rest is left out, so that what was made is longer than this.
    package static let largest = 256 << 20
    /// The same of this one, for those who would have it shorter.
    package var mostBytes = Manuscript.largest

    package var title: String
    package var author: String?
    package var profile: CompileProfile
    package var chapters: [Chapter] = [] { didSet { counted = nil } }
    /// How many words there are, once they were counted.
    private var counted: Int?

    /// - Parameter project: the project's name, for where the profile has no title.
    package init(project: String, _ profile: CompileProfile) {
        (self.title, author, self.profile) = (profile.work.title ?? project, profile.work.author, profile)
    }

    /// How many words all texts have, as LibreOffice counts them.
    package var words: Int { counted ?? count }

    private var count: Int { chapters.reduce(0) { $0 + $1.texts.reduce(0) { $0 + WordCounter.count($1) } } }

    /// Counts the words, so that nobody who asks for them has to.
    package mutating func countWords() { counted = count }

    /// What the title page says of it: to the next hundred.
    package var aboutWords: String? {
        profile.titlePage.saysWords ? CompileWords(profile.work.language).about(words) : nil
    }

    /// The last name of the author and a word of the title, for the head of each page.
    package var runningHead: String {
        let name = author?.split(separator: " ").last.map(String.init)
        return [name, title.uppercased()].compactMap(\.self).joined(separator: " / ")
    }

    /// The bytes of a format that needs no other program.
    /// - Returns: `nil` for one that another program makes, or that is for scripts.
    package func bytes(of format: CompileProfile.Format) -> [UInt8]? {
        switch format {
        case .markdown: ManuscriptMarkdown(self).bytes()
        case .text: ManuscriptText(self).bytes()
        case .html: ManuscriptHTML(self).bytes()
        case .fountain, .docx, .odt, .epub, .pdf: nil
        }
    }
}

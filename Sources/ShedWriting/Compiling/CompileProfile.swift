/// How a manuscript is compiled: what goes in, how it is headed and separated, what is made of it. It names no program, no filter and
/// no path outside of the project (`Documentation/Compiling.md`).
package struct CompileProfile: Hashable, Sendable {
    /// How a page looks.
    package enum Layout: String, Hashable, Sendable, CaseIterable {
        /// The standard manuscript format: Courier, double spaced, one inch of margin.
        case manuscript
        /// As a book is set.
        case book
        /// For a screen.
        case web
    }

    package enum Format: String, Hashable, Sendable, CaseIterable {
        case markdown = "md"
        case text = "txt"
        case html
        case fountain
        case docx, odt, epub, pdf

        /// Whether pandoc makes it.
        package var needsPandoc: Bool { [.docx, .odt, .epub].contains(self) }
        /// Whether another program makes it: pandoc, or LibreOffice.
        package var needsProgram: Bool { needsPandoc || self == .pdf }
    }

    /// What the text is.
    package struct Work: Hashable, Sendable {
        /// In place of the project's name.
        package var title: String?
        package var author: String?
        /// The language of the text, as HTML and EPUB name it.
        package var language = "en"

        package init() {}
    }

    package struct TitlePage: Hashable, Sendable {
        /// Whether there is one.
        package var isWanted = true
        /// Lines on it: an address, for one.
        package var contact: [String] = []
        /// Whether it says how many words there are, to the next hundred.
        package var saysWords = true

        package init() {}
    }

    /// What goes in.
    package struct Selection: Hashable, Sendable {
        /// Roles or names of folders at the root, in place of the kind's own.
        package var folders: [String] = []
        /// Names of files and folders that are left out; `*` stands for anything.
        package var leftOut: [String] = []
        /// What is taken out of texts.
        package var strips: Set<MarkdownTreatment.Note> = [.comments, .notes]

        package init() {}
    }

    package struct Headings: Hashable, Sendable {
        /// What stands above a chapter, in which `{number}` and `{name}` are put; empty: nothing.
        package var pattern = "Chapter {number}: {name}"
        /// Whether a number in front of a folder's name is no part of its name.
        package var stripsNumbers = true
        /// So many levels headings in texts go down.
        package var shift = 1

        package init() {}
    }

    /// What stands between texts, and behind them.
    package struct Breaks: Hashable, Sendable {
        /// What stands between two texts of a chapter; empty: nothing but a blank line.
        package var separator = "#"
        package var startsChaptersOnPages = true
        /// What stands below the last chapter.
        package var end = ""

        package init() {}
    }

    /// How it looks.
    package struct Pages: Hashable, Sendable {
        package var layout = Layout.manuscript
        /// The typeface; `nil`: that of the layout.
        package var font: String?
        /// `nil`: what the layout and the language say.
        package var paper: Paper?
        /// Text is wrapped at so many columns; 0: not at all.
        package var width = 72
        /// A document in the project whose styles pandoc takes over, by format.
        package var references: [Format: String] = [:]

        package init() {}
    }

    /// What it is called.
    package var name: String
    package var work = Work()
    package var titlePage = TitlePage()
    package var selection = Selection()
    package var headings = Headings()
    package var breaks = Breaks()
    package var pages = Pages()
    /// `nil`: Markdown, of a script Fountain.
    package var formats: [Format]?

    package init(name: String) { self.name = name }
}

/// What is wrong with a profile.
package struct ProfileFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1; `nil` where it is no one line.
    package var line: Int?
    /// The key that it is about.
    package var key: String?
    /// What follows the key in a sentence.
    package var reason: String

    package var description: String {
        let subject = key.map { "“\($0)” " } ?? ""
        return (line.map { "line \($0): " } ?? "") + subject + reason
    }
}

import ShedModel

/// A script as a value: its acts in order, each with its scenes in Fountain.
package struct Script: Hashable, Sendable {
    package struct Act: Hashable, Sendable {
        package var heading: String?
        package var texts: [[UInt8]]

        package init(heading: String?, texts: [[UInt8]]) { (self.heading, self.texts) = (heading, texts) }
    }

    package var title: String
    package var profile: CompileProfile
    package var acts: [Act] = []

    package init(project: String, _ profile: CompileProfile) { (title, self.profile) = (profile.work.title ?? project, profile) }

    /// The formats in which a script can be made.
    package static let formats: Set<CompileProfile.Format> = [.fountain, .html, .text, .markdown, .odt, .docx, .pdf]

    /// One Fountain text: a title page, each act as a section, the scenes behind it.
    package var fountain: [UInt8] {
        var output: [UInt8] = []
        for entry in titlePage {
            let lines = entry.value.split(separator: "\n")
            output += Array((lines.count > 1 || entry.key == "Contact" ? "\(entry.key):\n" + lines.map { "    \($0)\n" }.joined() : "\(entry.key): \(entry.value)\n").utf8)
        }
        func block(_ text: [UInt8]) { SourceText.add(text, to: &output) }
        for (number, act) in acts.enumerated() {
            if profile.breaks.startsChaptersOnPages, number > 0 { block(Array("===".utf8)) }
            if let heading = act.heading { block(Array("# \(heading)".utf8)) }
            for text in act.texts {
                let body = Fountain.body(text)
                block(profile.selection.strips.contains(.notes) || profile.selection.strips.contains(.comments) ? Fountain.withoutNotes(body) : body)
            }
        }
        return output
    }

    /// What the title page says, by the keys of Fountain: as the profile has it, and what it does not say as the first scene's own title
    /// page does. Of several lines the value is joined by line feeds.
    package var titlePage: [SourceText.Entry] {
        guard profile.titlePage.isWanted else { return [] }
        let page = acts.first?.texts.first.map { Fountain($0) }
        var entries = [SourceText.Entry(key: "Title", value: title)]
        func add(_ key: String, _ value: String?) { if let value, !value.isEmpty { entries.append(SourceText.Entry(key: key, value: value)) } }
        add("Credit", page?.value("credit"))
        add("Author", author)
        add("Source", page?.value("source"))
        add("Draft date", page?.value("draft date") ?? page?.value("date"))
        add("Contact", profile.titlePage.contact.isEmpty ? page?.value("contact") : profile.titlePage.contact.joined(separator: "\n"))
        add("Copyright", page?.value("copyright"))
        return entries
    }

    /// Whose it is: as the profile says, else as the first scene's own title page does.
    package var author: String? {
        if let author = profile.work.author { return author }
        guard let first = acts.first?.texts.first else { return nil }
        let page = Fountain(first)
        return (page.value("author") ?? page.value("authors")).map { $0.split(separator: "\n").joined(separator: ", ") }
    }

    /// The bytes of a format.
    /// - Returns: `nil` for one in which no script is made, or that another program makes.
    package func bytes(of format: CompileProfile.Format) -> [UInt8]? {
        switch format {
        case .fountain: fountain
        case .html: ScriptHTML(self).bytes()
        case .text: Array(ScriptText.text(of: Fountain(fountain), CompileWords(profile.work.language)).utf8)
        case .markdown: Fountain.markdown(fountain)
        case .odt: printed
        case .docx, .epub, .pdf: nil
        }
    }
}

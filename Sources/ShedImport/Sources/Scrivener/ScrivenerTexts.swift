import ShedModel

/// Reads what stands in `Files` and `Snapshots` of a Scrivener project.
struct ScrivenerTexts {
    let folder: any ForeignFolder
    static let data: RelativePath = "Files/Data"
    /// Before Scrivener 3.
    static let earlier: RelativePath = "Files/Docs"
    private var present: Set<Name> = []
    /// Before Scrivener 3: what would be in an item's folder, with the names that it would have there and those that it has in `Files/Docs`.
    private var docs: [String: [Name: (name: Name, entry: ForeignEntry)]]?
    private var kept: Set<Name> = []
    static let snapshots: RelativePath = "Snapshots"
    let isEarlier: Bool

    init(_ folder: any ForeignFolder, isEarlier: Bool) throws(ForeignError) {
        (self.folder, self.isEarlier) = (folder, isEarlier)
        if isEarlier {
            docs = try ScrivenerTexts.docs(folder)
        } else if try folder.entry(ScrivenerTexts.data)?.isFolder == true { present = Set(try folder.entries(of: ScrivenerTexts.data).filter(\.isFolder).map(\.name)) }
        guard try folder.entry(ScrivenerTexts.snapshots)?.isFolder == true else { return }
        kept = Set(try folder.entries(of: ScrivenerTexts.snapshots).filter(\.isFolder).map(\.name))
    }

    /// The files of `Files/Docs` by the numbers before their names: `3.rtf`, `3_notes.rtf`, `3_synopsis.txt`.
    private static func docs(_ folder: any ForeignFolder) throws(ForeignError) -> [String: [Name: (name: Name, entry: ForeignEntry)]] {
        guard try folder.entry(earlier)?.isFolder == true else { return [:] }
        var docs: [String: [Name: (name: Name, entry: ForeignEntry)]] = [:]
        for entry in try folder.entries(of: earlier) {
            let number = entry.name.bytes.prefix(while: \.isDigit)
            let rest = entry.name.bytes[number.endIndex...]
            // Lists of links between texts are what Scrivener keeps for itself.
            guard !number.isEmpty, let sign = rest.first, !entry.name.hasSuffix(".links") else { continue }
            let name = sign == UInt8(ascii: "_") ? Name(bytes: Array(rest.dropFirst())) : Name(bytes: Array("content".utf8) + rest)
            guard name.isPossible else { continue }
            docs[String(decoding: number, as: UTF8.self), default: [:]][name] = (entry.name, ForeignEntry(name, entry.sort))
        }
        return docs
    }

    private func place(_ id: String) -> RelativePath? { present.contains(Name(id)) ? ScrivenerTexts.data.appending(Name(id)) : nil }

    /// All that is in an item's folder.
    func entries(_ id: String) throws(ForeignError) -> [ForeignEntry] {
        if let docs { return docs[id].map { $0.values.map(\.entry).sorted { $0.name < $1.name } } ?? [] }
        guard let place = place(id) else { return [] }
        return try folder.entries(of: place)
    }

    func path(_ id: String, _ name: Name) -> RelativePath {
        if let docs { return ScrivenerTexts.earlier.appending(docs[id]?[name]?.name ?? name) }
        return ScrivenerTexts.data.appending(Name(id)).appending(name)
    }

    /// A text of an item, as Markdown.
    /// - Parameters:
    ///   - stem: `content` or `notes`.
    ///   - title: of the item, for what does not come over.
    /// - Returns: `nil` where there is none.
    func markdown(_ id: String, _ stem: String, title: String, _ losses: inout ForeignLosses) throws(ForeignError) -> String? {
        let all = try entries(id)
        noteLink(Name("\(stem).rtf"), id, all, &losses)
        let names = Set(all.filter { $0.size != nil }.map(\.name))
        if names.contains(Name("\(stem).rtf")) {
            let file = path(id, Name("\(stem).rtf"))
            let comments = names.contains(Name("\(stem).comments")) ? path(id, Name("\(stem).comments")) : nil
            return try markdown(file, comments: comments, title: title, &losses)
        }
        // What was imported as plain text stays such.
        guard names.contains(Name("\(stem).txt")) else { return nil }
        return try text(path(id, Name("\(stem).txt")), limit: ForeignLimits.text)
    }

    /// One that is a link is not followed, and no text.
    private func noteLink(_ name: Name, _ id: String, _ entries: [ForeignEntry], _ losses: inout ForeignLosses) {
        if entries.contains(where: { $0.name == name && $0.sort == .other }) { losses.add(.unusual, at: "\(path(id, name))") }
    }

    func synopsis(_ id: String, _ losses: inout ForeignLosses) throws(ForeignError) -> String? {
        let all = try entries(id)
        noteLink("synopsis.txt", id, all, &losses)
        guard all.contains(where: { $0.name == "synopsis.txt" && $0.size != nil }) else { return nil }
        return try text(path(id, "synopsis.txt"), limit: ForeignLimits.short)
    }

    /// Plain text: UTF-8, or, of an earlier Scrivener for Windows, in the code page of western Europe.
    private func text(_ file: RelativePath, limit: Int) throws(ForeignError) -> String? {
        do throws(ForeignError) { return try folder.text(file, limit: limit) } catch {
            guard docs != nil, error.cause == .notUTF8 else { throw error }
            let scalars = try folder.bytes(file, limit: limit).map { CodePage.scalar($0, page: 1_252) ?? "\u{fffd}" }
            var text = String.UnicodeScalarView()
            text.add(scalars)
            return String(text)
        }
    }

    private func markdown(
        _ file: RelativePath, comments: RelativePath?, title: String, _ losses: inout ForeignLosses
    ) throws(ForeignError) -> String {
        let bytes = try folder.bytes(file, limit: ForeignLimits.text)
        if bytes.isEmpty { return "" }
        var document = try RTFReader.read(bytes, file)
        if let comments, let read = try self.comments(comments, title: title, &losses) { read.resolve(&document) }
        ScrivenerMarks.resolve(&document)
        losses.take(document, at: title)
        return RTFMarkdown.make(document)
    }

    /// - Returns: `nil` where an earlier Scrivener wrote them in a form that is not known: no text hangs on them.
    private func comments(_ file: RelativePath, title: String, _ losses: inout ForeignLosses) throws(ForeignError) -> ScrivenerComments? {
        do throws(ForeignError) { return try ScrivenerComments.read(try folder.bytes(file, limit: ForeignLimits.text), file) } catch {
            guard docs != nil, case .malformed = error.cause else { throw error }
            losses.add(.missing, at: title)
            return nil
        }
    }

    /// What an index tells of; nothing where it has another form: no text hangs on it.
    private func snapshotIndex(_ path: RelativePath) throws(ForeignError) -> [XMLElement] {
        let bytes = try folder.bytes(path, limit: ForeignLimits.index)
        do throws(ForeignError) { return try XMLElement.parse(bytes, root: "Snapshots", path).all("Snapshot") } catch {
            guard case .malformed = error.cause else { throw error }
            return []
        }
    }

    /// What an item's text held earlier, the oldest first. A file that several of an index name is read for the first of them: an entry has a few
    /// bytes, and what it names may have megabytes.
    func versions(_ id: String, title: String, _ losses: inout ForeignLosses, _ budget: inout TextBudget) throws(ForeignError) -> [ForeignVersion] {
        let name = Name("\(id).snapshots")
        guard kept.contains(name) else { return [] }
        let place = ScrivenerTexts.snapshots.appending(name)
        let files = Set(try folder.entries(of: place).filter { $0.size != nil }.map(\.name))
        let index = files.contains("index.xml") ? try snapshotIndex(place.appending(Name("index.xml"))) : []
        guard !index.isEmpty else {
            losses.add(.versions, files.count { $0.hasSuffix(".rtf") }, at: title)
            return []
        }
        var versions: [ForeignVersion] = []
        var unread = files
        for element in index {
            let date = element.value("Date") ?? ""
            guard let time = ScrivenerTime.milliseconds(date), let file = ScrivenerTime.fileNames(date).first(where: files.contains),
                unread.remove(file) != nil
            else {
                losses.add(.versions, at: title)
                continue
            }
            var ignored = ForeignLosses()
            let text = try markdown(place.appending(file), comments: nil, title: title, &ignored)
            try budget.spend(text.utf8.count, place.appending(file))
            versions.append(ForeignVersion(title: element.value("Title") ?? "", time: time, bytes: Array(text.utf8)))
        }
        return versions.sorted { $0.time < $1.time }
    }
}

extension ForeignLosses {
    /// What a text loses.
    mutating func take(_ document: RTFDocument, at title: String) {
        for (loss, entry) in document.losses.sorted { add(loss, entry.count, at: title) }
        add(.links, RTFMarkdown.lostLinks(of: document), at: title)
    }
}

import ShedModel

/// What an export of Zotero says: things with files, tags, notes, and the collections that they are in.
struct ZoteroItems {
    struct Item {
        var id: String
        var title: String
        /// What all its files and notes bear.
        var tags: [ForeignTag] = []
        var files: [File] = []
        var notes: [Note] = []
    }

    /// An attachment of a thing.
    struct File {
        /// As it is written; `nil` where there is none, as of a link.
        var path: String?
        var title = ""
        /// What it bears itself, besides those of the thing.
        var tags: [ForeignTag] = []
        /// Its own.
        var note: Note?

        init(_ path: String?) { self.path = path }
    }

    struct Note {
        /// In Markdown.
        var text: String
        /// What it bears itself, besides those of the thing.
        var tags: [ForeignTag]
        /// How many of its links do not come along.
        var lostLinks: Int

        init(_ text: String, tags: [ForeignTag] = [], lostLinks: Int = 0) { (self.text, self.tags, self.lostLinks) = (text, tags, lostLinks) }

        /// What a note holds that is written in HTML.
        init(html: String) {
            let made = HTMLNote.made(of: html)
            self.init(made.text, lostLinks: made.lostLinks)
        }
    }

    struct Collection {
        var title: String
        /// IDs of items and of collections.
        var parts: [String] = []
    }

    var items: [Item] = []
    /// Whether files are named where they lay on some disk, and not by where they lie here.
    var isOfElsewhere = false
    var collections: [String: Collection] = [:]
    /// In the order of the file.
    var collectionIDs: [String] = []
}

/// Zotero RDF, as the program's own translator of that name writes it.
struct ZoteroRDF {
    private let path: RelativePath
    private var nodes: [String: XMLElement] = [:]
    private var order: [String] = []
    /// What things, attachments and notes say that many may link to: each is made once. An attachment has a note of its own.
    private var labels: [String: [ForeignTag]] = [:]
    private var notes: [String: ZoteroItems.Note] = [:]
    private var budget = LabelBudget()

    private init(_ path: RelativePath) { self.path = path }

    static func read(_ bytes: [UInt8], _ path: RelativePath) throws(ForeignError) -> ZoteroItems {
        let root = try XMLElement.parse(bytes, root: "rdf:RDF", path)
        var reader = ZoteroRDF(path)
        for element in root.children {
            guard let id = element["rdf:about"] ?? element["rdf:nodeID"] else { continue }
            guard reader.nodes.updateValue(element, forKey: id) == nil else { throw ForeignError(.doubled(String(id.prefix(80))), path) }
            reader.order.append(id)
        }
        return try reader.items()
    }

    private mutating func items() throws(ForeignError) -> ZoteroItems {
        var found = ZoteroItems()
        var children: Set<String> = []
        for element in nodes.values {
            for name in ["link:link", "dcterms:isReferencedBy"] { children.formUnion(element.all(name).compactMap { $0["rdf:resource"] }) }
        }
        for id in order {
            guard let element = nodes[id] else { continue }
            switch element.name {
            case "z:Collection":
                let parts = element.all("dcterms:hasPart").compactMap { $0["rdf:resource"] }
                found.collections[id] = ZoteroItems.Collection(title: element.value("dc:title") ?? "", parts: parts)
                found.collectionIDs.append(id)
            case "z:Attachment" where children.contains(id), "bib:Memo" where children.contains(id): continue
            // Of these the things say themselves what counts.
            case "bib:Journal", "bib:Series", "z:UserItem", "foaf:Organization", "foaf:Person": continue
            default: found.items.append(try item(id, element))
            }
        }
        return found
    }

    private mutating func item(_ id: String, _ element: XMLElement) throws(ForeignError) -> ZoteroItems.Item {
        var item = ZoteroItems.Item(id: id, title: element.value("dc:title") ?? "")
        item.tags = try tags(of: id, element)
        if let own = file(id, element) { item.files.append(own) }
        if element.name == "bib:Memo" { item.notes.append(note(id, element, "rdf:value")) }
        for link in links(of: element, "link:link") {
            guard let attachment = nodes[link], var file = file(link, attachment) else { continue }
            file.tags = try tags(of: link, attachment)
            item.files.append(file)
        }
        for link in links(of: element, "dcterms:isReferencedBy") {
            guard let memo = nodes[link], memo.name == "bib:Memo" else { continue }
            var note = note(link, memo, "rdf:value")
            note.tags = try tags(of: link, memo)
            item.notes.append(note)
        }
        return item
    }

    /// What an attachment is, or a thing that names a file itself; without tags.
    private mutating func file(_ id: String, _ element: XMLElement) -> ZoteroItems.File? {
        let path = ZoteroRDF.path(element)
        guard element.name == "z:Attachment" || path != nil else { return nil }
        var file = ZoteroItems.File(path)
        file.title = element.value("dc:title") ?? ""
        // What others describe so is “Extra”, which is no note.
        if element.name == "z:Attachment" { file.note = note(id, element, "dc:description") }
        return file
    }

    /// What a thing links to, each once.
    private func links(of element: XMLElement, _ name: String) -> [String] {
        var seen: Set<String> = []
        return element.all(name).compactMap { $0["rdf:resource"] }.filter { seen.insert($0).inserted }
    }

    /// What a note holds, or that of an attachment; may be empty. It has no tags.
    private mutating func note(_ id: String, _ element: XMLElement, _ name: String) -> ZoteroItems.Note {
        if let made = notes[id] { return made }
        let made = ZoteroItems.Note(html: element.value(name) ?? "")
        notes[id] = made
        return made
    }

    private static func path(_ element: XMLElement) -> String? { element.first("z:path")?["rdf:resource"] ?? element.first("rdf:resource")?["rdf:resource"] }

    /// Those that people gave, and those that came with a thing, within a node of their own.
    private mutating func tags(of id: String, _ element: XMLElement) throws(ForeignError) -> [ForeignTag] {
        let own = labels[id] ?? ZoteroRDF.tags(element, nodes)
        labels[id] = own
        try budget.spend(own.count, path)
        return own
    }

    private static func tags(_ element: XMLElement, _ nodes: [String: XMLElement]) -> [ForeignTag] {
        let told = element.all("dc:subject").compactMap { subject in
            ForeignTag(subject.first("z:AutomaticTag")?.value("rdf:value") ?? subject["rdf:resource"].flatMap { nodes[$0]?.value("rdf:value") } ?? subject.text)
        }
        return ForeignTags(told).all
    }
}

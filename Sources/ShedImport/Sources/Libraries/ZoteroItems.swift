import ShedModel

/// What an export of Zotero says: things with files, tags, notes, and the collections that they are in.
struct ZoteroItems {
    struct Item {
        var id: String
        var title: String
        var tags: [ForeignTag] = []
        /// Paths as they are written.
        var files: [String] = []
        /// In Markdown.
        var notes: [String] = []
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
    private var nodes: [String: XMLElement] = [:]
    private var order: [String] = []

    static func read(_ bytes: [UInt8], _ path: RelativePath) throws(ForeignError) -> ZoteroItems {
        let root = try XMLElement.parse(bytes, root: "rdf:RDF", path)
        var reader = ZoteroRDF()
        for element in root.children {
            guard let id = element["rdf:about"] ?? element["rdf:nodeID"] else { continue }
            guard reader.nodes.updateValue(element, forKey: id) == nil else { throw ForeignError(.doubled(String(id.prefix(80))), path) }
            reader.order.append(id)
        }
        return reader.items()
    }

    private func items() -> ZoteroItems {
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
            default: found.items.append(item(id, element))
            }
        }
        return found
    }

    private func item(_ id: String, _ element: XMLElement) -> ZoteroItems.Item {
        var item = ZoteroItems.Item(id: id, title: element.value("dc:title") ?? "")
        item.tags = tags(element)
        if let path = path(element) { item.files.append(path) }
        if element.name == "bib:Memo", let html = element.value("rdf:value") { item.notes.append(HTMLNote.markdown(html)) }
        for link in element.all("link:link").compactMap({ $0["rdf:resource"] }) {
            guard let attachment = nodes[link], let path = path(attachment) else { continue }
            item.files.append(path)
            item.tags += tags(attachment).filter { !item.tags.contains($0) }
        }
        for link in element.all("dcterms:isReferencedBy").compactMap({ $0["rdf:resource"] }) {
            if let note = nodes[link], note.name == "bib:Memo", let html = note.value("rdf:value") { item.notes.append(HTMLNote.markdown(html)) }
        }
        return item
    }

    private func path(_ element: XMLElement) -> String? { element.first("z:path")?["rdf:resource"] ?? element.first("rdf:resource")?["rdf:resource"] }

    /// Those that people gave, and those that came with a thing, within a node of their own.
    private func tags(_ element: XMLElement) -> [ForeignTag] {
        var tags: [ForeignTag] = []
        for subject in element.all("dc:subject") {
            let text = subject.first("z:AutomaticTag")?.value("rdf:value") ?? subject["rdf:resource"].flatMap { nodes[$0]?.value("rdf:value") } ?? subject.text
            if let tag = ForeignTag(text), !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }
}

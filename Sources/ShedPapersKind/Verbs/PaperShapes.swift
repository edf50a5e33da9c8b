import ShedCommand
import ShedProject
import ShedModel
import ShedPapers

/// The shapes of bundles, docs, groups and pages in JSON, as Documentation/JSON.md describes them.
struct PaperShapes {
    let view: PapersView
    /// For times, tags and values; `nil` for lists.
    var listing: Listing?
    /// Whether what is shown would only be made, and has no ID yet.
    var isForeseen = false
    /// The texts of pages, where they are to be shown with the rest.
    var texts: [NodeID: PageText]?
    /// The variants of a bundle that are there and do not count, and why.
    var unusable: (PapersView.Bundle) -> [PDFVariant: String] = { _ in [:] }

    // MARK: Lists

    func bundle(_ bundle: PapersView.Bundle) -> JSONValue {
        var object = head(bundle.id, bundle.path, .bundle)
        addFacts(bundle, to: &object)
        return object.value
    }

    func doc(_ doc: PapersView.Doc) -> JSONValue {
        var object = head(doc.id, doc.path, .doc)
        object.add("groupCount", .integer(Int64(doc.groups.count)))
        object.add("pageCount", .integer(Int64(doc.pageCount)))
        return object.value
    }

    func page(_ page: PapersView.Page) -> JSONValue {
        var object = head(page.id, page.path, .page)
        addFacts(page, to: &object)
        addText(of: page, to: &object)
        return object.value
    }

    private func head(_ id: NodeID, _ path: RelativePath, _ type: NodeType) -> JSONBuilder {
        var object = JSONBuilder()
        object.add("id", isForeseen ? nil : id)
        object.add("kind", .string(type.rawValue))
        object.add("path", path)
        object.add("name", bytes: path.last?.bytes)
        return object
    }

    private func addFacts(_ bundle: PapersView.Bundle, to object: inout JSONBuilder) {
        object.add("pageCount", .integer(Int64(bundle.pageCount)))
        let variants = PDFVariant.allCases.map { variant -> JSONObject.Member in
            guard let file = bundle.files[variant] else { return JSONObject.Member(variant.rawValue, .null) }
            return JSONObject.Member(
                variant.rawValue,
                ["pages": .integer(Int64(file.pages)), "size": .integer(file.size), "hash": .string(file.hash.description)])
        }
        object.add("variants", .object(JSONObject(variants)))
        object.add("mapping", bundle.alignment.mapping.json)
        object.add("attachments", .array(bundle.attachments.map { .string($0.escaped) }))
        object.add("uses", .integer(Int64(bundle.users.count)))
        let reasons = unusable(bundle)
        let why = PDFVariant.allCases.compactMap { variant in reasons[variant].map { JSONObject.Member(variant.rawValue, .string($0)) } }
        object.add("unusable", .object(JSONObject(why)))
    }

    private func addFacts(_ page: PapersView.Page, to object: inout JSONBuilder) {
        object.add("missing", .bool(!page.stands))
        object.add("bundle", page.reference?.bundle)
        object.add("bundleName", bytes: page.reference.map { view.name(ofBundle: $0.bundle).bytes })
        object.add("number", page.reference.map { .integer(Int64($0.number)) } ?? .null)
    }

    // MARK: One of them

    /// With all that is known of it, and the pages that use it.
    func whole(_ bundle: PapersView.Bundle) -> JSONValue {
        var object = JSONBuilder()
        addFacts(bundle, to: &object)
        object.add("faults", .array(bundle.alignment.faults.map { .string($0.sentence) }))
        let uses = view.uses(of: bundle.id).map { use -> JSONValue in
            var object = JSONBuilder()
            object.add("id", use.id)
            object.add("path", use.path)
            object.add("number", use.number.map { .integer(Int64($0)) } ?? .null)
            object.add("older", .array(use.older.map { .integer(Int64($0)) }))
            return object.value
        }
        object.add("usedBy", .array(uses))
        addState(bundle.id, to: &object)
        return node(bundle.id, bundle.path, .bundle, object)
    }

    func whole(_ doc: PapersView.Doc, withVersions: Bool = false) -> JSONValue {
        var object = JSONBuilder()
        object.add("groupCount", .integer(Int64(doc.groups.count)))
        object.add("pageCount", .integer(Int64(doc.pageCount)))
        object.add("groups", .array(doc.groups.map { whole($0, withVersions: withVersions) }))
        addState(doc.id, to: &object)
        return node(doc.id, doc.path, .doc, object)
    }

    func whole(_ group: PapersView.Group, withVersions: Bool = false) -> JSONValue {
        var object = JSONBuilder()
        object.add("pageCount", .integer(Int64(group.pages.count)))
        object.add("pages", .array((group.pages + group.missing).map { withVersions ? whole($0) : page($0) }))
        addState(group.id, to: &object)
        return node(group.id, group.path, .pageGroup, object)
    }

    /// With its versions.
    func whole(_ page: PapersView.Page) -> JSONValue { whole(page, members(of: page)) }

    /// With its annotations too.
    /// - Parameter annotations: `nil` where they could not be read.
    func whole(_ page: PapersView.Page, annotations: [PDFAnnotation]?) -> JSONValue {
        var object = members(of: page)
        object.add("annotations", PaperShapes.list(annotations))
        return whole(page, object)
    }

    static func list(_ annotations: [PDFAnnotation]?) -> JSONValue {
        let list = annotations?.map { annotation -> JSONValue in
            ["sort": .string(annotation.sort), "author": JSONValue(annotation.author), "text": .string(annotation.text)]
        }
        return list.map { .array($0) } ?? .null
    }

    private func whole(_ page: PapersView.Page, _ members: JSONBuilder) -> JSONValue {
        var object = members
        addState(page.id, to: &object)
        return node(page.id, page.path, .page, object)
    }

    private func members(of page: PapersView.Page) -> JSONBuilder {
        var object = JSONBuilder()
        addFacts(page, to: &object)
        object.add(
            "file",
            page.file.map { ["hash": .string($0.hash.description), "size": .integer($0.size), "source": .string($0.source.description)] } ?? .null)
        object.add("versions", versions(page))
        addText(of: page, to: &object)
        return object
    }

    /// A page's versions, oldest first, each with what is otherwise than in the one before.
    func versions(_ page: PapersView.Page) -> JSONValue {
        let versions = view.model.nodes[page.id]?.pageVersions ?? []
        return .array(versions.enumerated().map { position, version in
            var object = JSONBuilder()
            object.add("version", .integer(Int64(position + 1)))
            object.add("id", version.id)
            object.add("time", time: version.time)
            object.add("cause", .string(version.cause.rawValue))
            object.add("bundle", view.model.resolve(version.reference.bundle))
            object.add("bundleName", bytes: view.name(ofBundle: version.reference.bundle).bytes)
            object.add("number", .integer(Int64(version.reference.number)))
            object.add("source", JSONValue(version.source?.description))
            object.add("replaced", .bool(view.isReplaced(version)))
            object.add("tags", .array(version.tags.map { .string($0) }))
            object.add("variables", .object(JSONObject(version.values.map { .init($0.name, $0.value.json) })))
            object.add("changes", .array(version.changes(since: position > 0 ? versions[position - 1] : nil).map(\.json)))
            return object.value
        })
    }

    private func addText(of page: PapersView.Page, to object: inout JSONBuilder) {
        if let texts { object.add("text", text(texts[page.id])) }
    }

    private func addState(_ id: NodeID, to object: inout JSONBuilder) {
        object.add("state", isForeseen ? .null : JSONValue(view.model.nodes[id].map { EditState($0, view.model).word }))
    }

    /// The shape of `show --json` with more members; what is not on the disk has its labels and no times.
    private func node(_ id: NodeID, _ path: RelativePath, _ type: NodeType, _ more: JSONBuilder) -> JSONValue {
        var members = (try? listing?.view(at: path))?.json.object?.members ?? []
        if members.isEmpty {
            var object = head(id, path, type)
            let labels = view.model.nodes[id]?.details?.labels ?? NodeLabels()
            object.add("tags", .array(view.model.labels.tags(of: labels).map { .string($0.title) }))
            object.add("variables", .object(JSONObject(view.model.labels.values(of: labels).map { .init($0.variable.name, $0.value.json) })))
            members = object.value.object?.members ?? []
        }
        return .object(JSONObject(members + (more.value.object?.members ?? [])))
    }
}

extension VersionChange {
    var json: JSONValue {
        var object = JSONBuilder()
        object.add("change", .string(aspect.rawValue))
        object.add("name", JSONValue(name))
        object.add("from", from)
        object.add("to", to)
        return object.value
    }
}

extension Alignment.Fault {
    /// What is wrong, in one sentence.
    var sentence: String {
        switch self {
        case .differingCount(let variant, let pages, let displayPages):
            "\(variant.fileName) has \(Style.count(pages, "page")) and display.pdf \(displayPages), and no mapping says which belong together."
        case .noSuchPage(let variant, let page, let displayPage): "Page \(displayPage) is mapped to page \(page) of \(variant.fileName), which has no such page."
        case .tooLong(let variant, let entries, let displayPages): "The mapping of \(variant.fileName) has \(entries) entries for \(Style.count(displayPages, "page"))."
        }
    }
}

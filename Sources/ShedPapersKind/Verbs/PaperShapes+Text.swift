import ShedCommand
import ShedModel
import ShedPapers

/// The shapes of texts in JSON, as Documentation/JSON.md describes them.
extension PaperShapes {
    /// What `page text` prints.
    /// - Parameter annotations: those in which something is written; `nil` where they were not read yet.
    func text(of page: PapersView.Page, _ text: PageText, _ annotations: [PDFAnnotation]?) -> JSONValue {
        var object = JSONBuilder()
        object.add("id", page.id)
        object.add("path", page.path)
        object.add("bundle", page.reference?.bundle)
        object.add("bundleName", bytes: page.reference.map { view.name(ofBundle: $0.bundle).bytes })
        object.add("number", page.reference.map { .integer(Int64($0.number)) } ?? .null)
        addText(text, to: &object)
        object.add("reason", JSONValue(text.lack?.reason(view.bundleName(of: page))))
        object.add("annotations", PaperShapes.list(annotations))
        return object.value
    }

    /// What `bundle text` prints.
    /// - Parameter pages: of the OCR variant.
    func text(of bundle: PapersView.Bundle, _ text: Result<KeptText, TextLack>, pages: [Int]) -> JSONValue {
        var (engine, lack): (String?, TextLack?) = (nil, nil)
        switch text {
        case .success(let kept): engine = kept.engine
        case .failure(let why): lack = why
        }
        var display: [Int: Int] = [:]
        for number in stride(from: bundle.pageCount, to: 0, by: -1) {
            if let page = bundle.alignment.page(of: .ocr, forDisplayPage: number) { display[page] = number }
        }
        var object = JSONBuilder()
        object.add("id", bundle.id)
        object.add("path", bundle.path)
        object.add("name", bytes: bundle.name.bytes)
        object.add("engine", JSONValue(engine))
        object.add("pages", .array(pages.map { page in
            var object = JSONBuilder()
            object.add("number", display[page].map { .integer(Int64($0)) } ?? .null)
            object.add("textNumber", .integer(Int64(page)))
            addText(text.page(page), numbered: false, to: &object)
            return object.value
        }))
        object.add("reason", JSONValue(lack?.reason(bundle.name.escaped)))
        return object.value
    }

    /// The text of a page among what else is known of it; null where there is none.
    func text(_ text: PageText?) -> JSONValue {
        guard let text, text.text != nil else { return .null }
        var object = JSONBuilder()
        addText(text, to: &object)
        return object.value
    }

    private func addText(_ text: PageText, numbered: Bool = true, to object: inout JSONBuilder) {
        switch text {
        case .text(let found):
            if numbered { object.add("textNumber", .integer(Int64(found.number))) }
            object.add("origin", .string(found.origin.rawValue))
            object.add("confidence", found.confidence.map { .integer(Int64($0)) } ?? .null)
            object.add("text", .string(found.text))
        case .lacking(let lack):
            if numbered { object.add("textNumber", .null) }
            object.add("origin", lack == .failed ? .string(KeptText.Origin.failed.rawValue) : .null)
            object.add("confidence", .null)
            object.add("text", .null)
        }
    }
}

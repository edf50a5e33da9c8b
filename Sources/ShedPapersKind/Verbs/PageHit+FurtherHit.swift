import ShedCommand
import ShedProject
import ShedModel
import ShedPapers

extension PageHit: FurtherHit {
    /// The pages that show it, else the variant that it was found in.
    package var paths: [RelativePath] {
        pages.isEmpty ? [path.appending(Name((annotation == nil ? PDFVariant.ocr : .display).fileName))] : pages.map(\.path)
    }

    package var json: JSONValue {
        var object = JSONBuilder()
        object.add("kind", "text")
        object.add("bundle", bundle)
        object.add("path", path)
        object.add("number", number.map { .integer(Int64($0)) } ?? .null)
        object.add("textNumber", textNumber.map { .integer(Int64($0)) } ?? .null)
        object.add("pages", .array(pages.map { page in
            var object = JSONBuilder()
            object.add("id", page.id)
            object.add("path", page.path)
            return object.value
        }))
        object.add("text", .string(excerpt))
        object.add("annotation", annotation.map { ["sort": .string($0.sort), "author": JSONValue($0.author)] } ?? .null)
        return object.value
    }

    package func lines(_ style: Style) -> [String] {
        func line(_ path: RelativePath) -> String {
            let (folder, name) = style.parts(path)
            return (folder.isEmpty ? "" : style.faint(folder)) + name
        }
        let lines = pages.isEmpty ? [line(path) + "/"] : pages.map { line($0.path) }
        let page = number.map { "page \($0)" } ?? textNumber.map { "page \($0) of ocr.pdf" } ?? ""
        let author = annotation?.author.map { " by \(style.label($0))" } ?? ""
        let place = (pages.isEmpty ? "" : "\(path.last?.escaped ?? ""), ") + page + (annotation == nil ? "" : ", annotation\(author)")
        return lines + ["  " + style.faint("\(place): ") + style.marked(excerpt, marks)]
    }
}

import ShedCommand
import ShedProject
import ShedModel

extension PageHit: FurtherHit {
    /// The pages that show it, else the OCR variant that it was found in.
    package var paths: [RelativePath] { pages.isEmpty ? [path.appending(Name("ocr.pdf"))] : pages.map(\.path) }

    package var json: JSONValue {
        var object = JSONBuilder()
        object.add("kind", "text")
        object.add("bundle", bundle)
        object.add("path", path)
        object.add("number", number.map { .integer(Int64($0)) } ?? .null)
        object.add("textNumber", .integer(Int64(textNumber)))
        object.add("pages", .array(pages.map { page in
            var object = JSONBuilder()
            object.add("id", page.id)
            object.add("path", page.path)
            return object.value
        }))
        object.add("text", .string(excerpt))
        return object.value
    }

    package func lines(_ style: Style) -> [String] {
        func line(_ path: RelativePath) -> String {
            let (folder, name) = style.parts(path)
            return (folder.isEmpty ? "" : style.faint(folder)) + name
        }
        let lines = pages.isEmpty ? [line(path) + "/"] : pages.map { line($0.path) }
        let page = number.map { "page \($0)" } ?? "page \(textNumber) of ocr.pdf"
        let place = pages.isEmpty ? page : "\(path.last?.escaped ?? ""), \(page)"
        return lines + ["  " + style.faint("\(place): ") + style.marked(excerpt, marks)]
    }
}

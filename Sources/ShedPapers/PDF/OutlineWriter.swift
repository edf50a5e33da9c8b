import ShedModel

/// Makes the objects of an outline.
struct OutlineWriter {
    let pages: [JSONValue]
    /// The next free object number.
    var next: Int
    /// What was written. A list: looking for a name that is not there yet would cost the square of their number.
    var members: [JSONObject.Member] = []

    init(pages: [JSONValue], next: Int) {
        self.pages = pages
        self.next = next
    }

    /// Writes all.
    /// - Returns: the outline's reference.
    mutating func write(_ bookmarks: [PDFBookmark]) -> String {
        let root = take()
        put(root, list(bookmarks, of: root, ["/Type": "/Outlines"]))
        return "\(root) 0 R"
    }

    private mutating func take() -> Int {
        defer { next += 1 }
        return next
    }

    private mutating func put(_ number: Int, _ value: JSONObject) {
        members.append(JSONObject.Member("obj:\(number) 0 R", ["value": .object(value)]))
    }

    /// Adds to an object what says which bookmarks stand below it, and writes those.
    private mutating func list(_ bookmarks: [PDFBookmark], of parent: Int, _ start: JSONObject) -> JSONObject {
        var result = start
        let numbers = bookmarks.map { _ in take() }
        guard let first = numbers.first, let last = numbers.last else { return result }
        result["/First"] = .string("\(first) 0 R")
        result["/Last"] = .string("\(last) 0 R")
        result["/Count"] = .integer(Int64(bookmarks.count))
        for (position, bookmark) in bookmarks.enumerated() {
            var entry: JSONObject = [
                "/Title": .string("u:" + bookmark.title), "/Parent": .string("\(parent) 0 R"),
                "/Dest": [pages[bookmark.page - 1], "/Fit"],
            ]
            if position > 0 { entry["/Prev"] = .string("\(numbers[position - 1]) 0 R") }
            if position + 1 < numbers.count { entry["/Next"] = .string("\(numbers[position + 1]) 0 R") }
            put(numbers[position], list(bookmark.children, of: numbers[position], entry))
        }
        return result
    }
}

import ShedModel
import ShedTestSupport
import Testing

extension Shelf {
    /// A records project “Library” with an empty collection “Books”.
    package static func withBooks() throws -> Shelf {
        let shelf = try Shelf()
        let made = try shelf.shed("new", "records", "Library", "--language", "en")
        try #require(made.code == 0, "\(made.err)")
        try #require(try shelf.library("collection", "new", "Books").code == 0)
        return shelf
    }

    /// Runs shed in the project.
    package func library(_ arguments: String..., input: String? = nil) throws -> Result {
        try run(arguments.map { Array($0.utf8) }, in: "Library", input: input)
    }

    /// Files of the project other than the sidecar's, with contents and inodes.
    package func books() throws -> String {
        let script = "cd Library; find . -name .shed -prune -o -type f -printf '%p %i\\n' | sort; find . -name .shed -prune -o -type f -print0 | sort -z | xargs -0 -r sha256sum"
        return try spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8)], input: nil, in: work).text
    }

    /// What waits to be put into the project.
    package func staged() throws -> String {
        try spawn("/bin/sh", [Array("-c".utf8), Array("find Library/.shed/staging -mindepth 2".utf8)], input: nil, in: work).text
    }
}

/// Records with everything that a text can hold.
package enum HardRecords {
    package static let records: [[(String, String)]] = [
        [("Title", "Ficciones"), ("Author", "Borges"), ("Empty", "")],
        [("Title", "Ficciones"), ("Note", "one\ntwo\r\nthree \"four\", 'five' \\ six\t"), ("id", "not an ID")],
        [("Title", "../x.json"), ("caf\u{e9}", "cafe\u{301}"), ("cafe\u{301}", "\u{1f600}"), ("", "no key"), ("=1+1", "-@")],
        [("Title", ".hidden"), ("a_b", " space "), ("2nd", "<&>]]>"), ("key with space:", "+ plus\n\n")],
        [],
    ]

    package static var json: String {
        let values = records.map { pairs in JSONValue.object(JSONObject(pairs.map { JSONObject.Member($0.0, .string($0.1)) })) }
        return String(decoding: JSONValue.array(values).compact, as: UTF8.self)
    }
}

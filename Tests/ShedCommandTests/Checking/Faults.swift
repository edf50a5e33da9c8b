import Glibc
import ShedCommandTestSupport
import ShedModel
import Testing

/// A project with one finding of each severity and one at a name that is not UTF-8.
extension Shelf {
    /// “Poems” with `loose.txt` (error `file-at-root`), `Draft/a:b, 100%.txt` (warning, a custom rule's), `Draft/b\xff.txt`
    /// (warning `name-not-utf8`) and no folder Other (note `missing-template-folder`).
    static func withFaults() throws -> Shelf {
        let shelf = try withPoems()
        shelf.makeFile("Poems/loose.txt")
        shelf.makeFile("Poems/Draft/a:b, 100%.txt")
        shelf.write("x\n", to: Array("Poems/Draft/b".utf8) + [0xff] + Array(".txt".utf8))
        rmdir(shelf.work + "/Poems/Other")
        shelf.makeFile("Poems/.shed/settings.toml", """
            [[check.rule]]
            name = "no-percent"
            message = "No <percent> & signs."
            forbid = ["*%*"]

            """)
        // The colon is for the formats, which have to escape it, and no fault here.
        shelf.makeFile("shed.toml", "[check]\nignore = [\"reserved-character\"]\n")
        return shelf
    }

    /// A copy of the repository's file.
    static func fixture(_ name: String) -> String {
        "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/Fixtures/\(name)"
    }
}

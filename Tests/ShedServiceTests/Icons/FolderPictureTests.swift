import Glibc
import ShedModel
import ShedTestSchedule
import Testing

@testable import ShedService

@Suite(.waitsForPrograms) struct `Pictures of folders` {
    @Test func `are well-formed, each symbol another`() throws {
        var drawings: Set<String> = []
        for symbol in FolderGlyph.symbols {
            let picture = try #require(FolderPicture(symbol: symbol, colour: Colour("teal")))
            for drawing in [picture.drawing] + picture.emblemDrawings.map(\.drawing) {
                #expect(try XMLOutline(Array(drawing.utf8)).elements[0].name == "svg")
            }
            #expect(picture.drawing.contains("#30b0c7"))
            drawings.insert(picture.drawing)
        }
        // Two symbols mean the same thing.
        #expect(drawings.count == FolderGlyph.symbols.count - 1)
    }

    @Test func `have names that nothing of a template's text gets into`() throws {
        #expect(FolderPicture(symbol: "../../evil\n\"/>", colour: nil) == nil)
        let coloured = try #require(FolderPicture(symbol: "../../evil\n\"/>", colour: Colour("#ffcc00")))
        #expect(coloured.name == "plain-ffcc00")
        #expect(!coloured.drawing.contains("evil"))
        for symbol in FolderGlyph.symbols {
            let name = try #require(FolderPicture(symbol: symbol, colour: Colour("red"))).name
            #expect(name.utf8.allSatisfy { $0 == UInt8(ascii: "-") || Character(UnicodeScalar($0)).isLetter || Character(UnicodeScalar($0)).isNumber })
        }
    }

    @Test func `say when something waits, and are drawn in dark on bright colours`() throws {
        let (calm, waiting) = (FolderPicture.rejected(isWaiting: false), FolderPicture.rejected(isWaiting: true))
        #expect(calm.name == "refused" && waiting.name == "refused-waiting" && calm.drawing != waiting.drawing)
        #expect(waiting.emblems.contains("emblem-shed-waiting") && !calm.emblems.contains("emblem-shed-waiting"))
        #expect(try #require(FolderPicture(symbol: "trash", colour: Colour("yellow"))).drawing.contains("stroke=\"#222222\""))
        #expect(try #require(FolderPicture(symbol: "trash", colour: Colour("indigo"))).drawing.contains("stroke=\"#ffffff\""))
    }

    @Test func `are written once, and taken away without what others put beside them`() throws {
        let bench = try Bench()
        let pictures = try FolderPictures(environment: bench.environment)
        let picture = try #require(FolderPicture(symbol: "trash", colour: nil))
        let path = try pictures.make(picture)
        #expect(path == bench.path + "/.local/share/shed/icons/trash.svg")
        #expect(bench.text(".local/share/shed/icons/trash.svg") == picture.drawing)
        #expect(bench.exists(".local/share/icons/hicolor/scalable/emblems/emblem-shed-trash.svg"))
        var before = stat()
        var after = stat()
        lstat(path, &before)
        #expect(try pictures.make(picture) == path)
        lstat(path, &after)
        #expect(before.st_ino == after.st_ino && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec)
        try bench.file(".local/share/shed/icons/mine.svg", "<svg/>\n")
        try bench.file(".local/share/icons/hicolor/scalable/emblems/emblem-other.svg", picture.drawing)
        pictures.removeAll()
        #expect(!bench.exists(".local/share/shed/icons/trash.svg") && !bench.exists(".local/share/icons/hicolor/scalable/emblems/emblem-shed-trash.svg"))
        #expect(bench.exists(".local/share/shed/icons/mine.svg") && bench.exists(".local/share/icons/hicolor/scalable/emblems/emblem-other.svg"))
    }
}

import Glibc
import ShedModel
import ShedRecords
import ShedTestSupport

/// Random changes of record files by other programs, with what each file holds now, and what it last held as a record.
struct RandomLibrary {
    static let collections = ["Books", "Films"]
    private static let words = ["", "Borges", "BORGES", "caf\u{e9}", "cafe\u{301}", "two words", "quote\"", "line\nbreak", "\u{1f600}", "1940", "-3", "007", "tab\t"]

    var random: SeededRandom
    /// By path: what shed must show, in the file's order.
    var shown: [String: Record] = [:]
    /// The paths of files that are no records now.
    var broken: Set<String> = []
    /// What shed has looked at: of a file that is broken now it shows what that held then.
    private var seen: [String: Record] = [:]
    private var made = 0

    /// To be called when shed has looked.
    mutating func wasSeen() { seen = shown }

    init(seed: UInt64) { random = SeededRandom(seed) }

    private mutating func record() -> Record {
        var record = Record()
        for key in ["Title", "Year", "a", "two words"] where Int.random(in: 0..<4, using: &random) > 0 {
            record[key] = key == "Year" ? String(Int.random(in: 1900...2000, using: &random)) : Self.words.randomElement(using: &random)
        }
        return record
    }

    /// A text of a record as some program writes it.
    private mutating func text(of record: Record) -> String {
        let indent = ["", " ", "\n  ", "\r\n\t"].randomElement(using: &random) ?? ""
        let pairs = record.pairs.map { "\(indent)\(JSONValue.string($0.key).compactText):\(indent)\(JSONValue.string($0.value).compactText)" }
        return "{" + pairs.joined(separator: ",") + "}"
    }

    private mutating func anyPath(where fits: (String) -> Bool = { _ in true }) -> String? {
        shown.keys.filter(fits).sorted().randomElement(using: &random)
    }

    private mutating func newPath() -> String {
        made += 1
        return "\(Self.collections.randomElement(using: &random) ?? "Books")/r\(made).json"
    }

    /// Makes one change in the project at a path.
    mutating func change(_ root: String) {
        switch Int.random(in: 0..<12, using: &random) {
        case 0...2: save(newPath(), root, inPlace: true)
        case 3: anyPath().map { save($0, root, inPlace: true) }
        case 4, 5: anyPath().map { save($0, root, inPlace: false) }
        case 6:
            guard let path = anyPath() else { return }
            unlink("\(root)/\(path)")
            shown[path] = nil
            broken.remove(path)
        case 7, 8:
            // One that is broken stays where it is: elsewhere it is an arrival, and refused.
            let known = broken
            guard let path = anyPath(where: { !known.contains($0) }) else { return }
            let target = newPath()
            rename("\(root)/\(path)", "\(root)/\(target)")
            shown[target] = shown.removeValue(forKey: path)
        case 9:
            // One that shed never saw as a record would be refused.
            let known = seen
            guard let path = anyPath(where: { known[$0] != nil }) else { return }
            shown[path] = known[path]
            let fault = ["{", "", "[]", "{\"a\": 1}", "{\"a\":\"\",\"a\":\"\"}", "\u{feff}{}", "{\"a\":\"\\ud800\"}"].randomElement(using: &random) ?? ""
            TestFile.write(fault, to: "\(root)/\(path)")
            broken.insert(path)
        default:
            guard let path = anyPath(), let text = String(validating: TestFile.read("\(root)/\(path)"), as: UTF8.self) else { return }
            // The same again: only times change.
            TestFile.write(text, to: "\(root)/\(path)")
        }
    }

    private mutating func save(_ path: String, _ root: String, inPlace: Bool) {
        let record = record()
        let text = text(of: record)
        if inPlace {
            TestFile.write(text, to: "\(root)/\(path)")
        } else {
            TestFile.write(text, to: "\(root)/.saving")
            rename("\(root)/.saving", "\(root)/\(path)")
        }
        shown[path] = record
        broken.remove(path)
    }
}

extension JSONValue {
    fileprivate var compactText: String { String(decoding: compact, as: UTF8.self) }
}

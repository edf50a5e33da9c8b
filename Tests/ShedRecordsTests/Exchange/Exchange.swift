import Glibc
import ShedModel
import ShedRecords
import ShedTestSupport

/// What an import gave.
struct Imported: Equatable {
    var collection: CollectionHead
    var records: [IdentifiedRecord]
    var notes: [RecordsError]

    /// The records without their lines.
    var content: [IdentifiedRecord] { records.map { IdentifiedRecord(id: $0.id, record: $0.record) } }
}

extension ExchangeFormat {
    /// Those that an import reads.
    static let readable = allCases.filter(\.isReadable)

    func export(_ records: [IdentifiedRecord], of collection: CollectionHead, options: ExchangeOptions = ExchangeOptions()) throws -> [UInt8] {
        var union = ColumnUnion()
        for record in records { union.add(record.record) }
        var writer = writer(columns: union.columns, options: options)
        var bytes: [UInt8] = []
        try writer.begin(collection, to: &bytes)
        for record in records { try writer.append(record, to: &bytes) }
        try writer.finish(to: &bytes)
        return bytes
    }

    func imported(_ bytes: [UInt8], chunk: Int = .max, options: ExchangeOptions = ExchangeOptions()) throws(RecordsError) -> Imported {
        try imported(from: bytes.source(chunk: chunk), options: options)
    }

    func imported(_ text: String, options: ExchangeOptions = ExchangeOptions()) throws(RecordsError) -> Imported {
        try imported(Array(text.utf8), options: options)
    }

    func imported(from source: @escaping ByteSource, options: ExchangeOptions = ExchangeOptions()) throws(RecordsError) -> Imported {
        guard var reader = reader(of: source, options: options) else { throw RecordsError("\(self) cannot be read") }
        var records: [IdentifiedRecord] = []
        while let record = try reader.next() { records.append(record) }
        return Imported(collection: reader.collection, records: records, notes: reader.notes)
    }

    /// The error that an import ends in; `nil` if it ends well.
    func fault(_ bytes: [UInt8], options: ExchangeOptions = ExchangeOptions()) -> RecordsError? {
        do throws(RecordsError) {
            _ = try imported(bytes, options: options)
            return nil
        } catch {
            return error
        }
    }

    func fault(_ text: String, options: ExchangeOptions = ExchangeOptions()) -> RecordsError? { fault(Array(text.utf8), options: options) }
}

/// A short sample with a bit of everything that all formats hold.
enum Sample {
    static let collection = CollectionHead(id: NodeID("0190b5c8-7d5e-7c3a-9f21-3b6c1f0e4a10"), name: "Books")

    static let records = [
        IdentifiedRecord(
            id: NodeID("0190b5c8-7d5e-7c3a-9f21-3b6c1f0e4a11"),
            record: Record([Pair("Title", "Ficciones"), Pair("Author", "Borges"), Pair("Note", "said \"yes\",\nand “no”")])),
        IdentifiedRecord(
            id: NodeID("0190b5c8-7d5e-7c3a-9f21-3b6c1f0e4a12"),
            record: Record([Pair("Title", "Rayuela"), Pair("Author", ""), Pair("Year of print", "1963")])),
        IdentifiedRecord(id: NodeID("0190b5c8-7d5e-7c3a-9f21-3b6c1f0e4a13"), record: Record()),
    ]
}

/// Random collections: Unicode, line breaks, controls, empty texts, keys with odd characters.
struct RandomExchange {
    var random: SeededRandom
    /// Whether texts may hold NUL.
    var holdsNUL: Bool

    init(_ seed: UInt64, holdsNUL: Bool) {
        random = SeededRandom(seed)
        self.holdsNUL = holdsNUL
    }

    private static let pieces = [
        "a", "B", "7", " ", "  ", "\t", "\n", "\r", "\r\n", "\"", "\"\"", "'", ",", ";", "\\", "\\\\", "\\n", "|", "<", ">", "&", "&amp;", "]]>",
        "<!--", "+", "+ ", "#", "%", ":", ": ", "_", "_x", "_x20_", "_x_", "U_x", "x41_", "é", "e\u{301}", "\u{1}", "\u{7f}", "\u{85}", "\u{2028}",
        "\u{fffe}", "\u{ffff}", "\u{feff}", "\u{202e}", "日本", "👩‍👩‍👧", "\u{10ffff}", "=1+1", "@x", "-", "id", "Id", "id_", "{", "}", "[", "/", "\u{1b}[31m",
    ]

    mutating func text(_ most: Int) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...most, using: &random) {
            let isNUL = holdsNUL && Int.random(in: 0..<40, using: &random) == 0
            text += isNUL ? "\0" : RandomExchange.pieces.randomElement(using: &random) ?? ""
        }
        return text
    }

    mutating func record(keys: [String]) -> IdentifiedRecord {
        let chosen = keys.shuffled(using: &random).prefix(Int.random(in: 0...keys.count, using: &random))
        let id = NodeID(high: random.next(), low: random.next())
        return IdentifiedRecord(id: id, record: Record(chosen.map { Pair($0, text(8)) }))
    }

    mutating func collection() -> (head: CollectionHead, records: [IdentifiedRecord]) {
        let keys = (0..<Int.random(in: 0...20, using: &random)).map { _ in text(3) } + ["", "id", "Id", "Title"]
        let head = CollectionHead(id: NodeID(high: random.next(), low: random.next()), name: text(4) + "n")
        return (head, (0..<Int.random(in: 0...8, using: &random)).map { _ in record(keys: keys) })
    }
}

/// A number from the environment.
func environmentNumber(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

/// Runs a program of another maker's with a directory of files.
struct Workshop: ~Copyable {
    let directory: String

    init() throws { directory = try TestFile.temporaryDirectory("shed-exchange", in: TestFile.quickWithPrograms) }

    deinit {
        let run = try? Run("rm", [Array("-rf".utf8), Array(directory.utf8)], environment: ["PATH=/usr/bin:/bin"], in: "/", output: "\(directory)/.out", errors: "\(directory)/.err")
        _ = run?.wait()
    }

    func write(_ bytes: [UInt8], to name: String) {
        guard let file = fopen("\(directory)/\(name)", "we") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    func run(_ program: String, _ arguments: [String]) throws -> RunResult {
        try Run(
            program, arguments.map { Array($0.utf8) }, environment: ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"], in: directory,
            output: "\(directory)/.out", errors: "\(directory)/.err"
        ).wait()
    }

    static func has(_ program: String) -> Bool { access("/usr/bin/\(program)", X_OK) == 0 }
}

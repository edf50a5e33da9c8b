import ShedDisk
import ShedModel
import ShedPapers
import ShedProject

/// What is wrong with a PDF.
struct PDFComplaint: Equatable {
    /// A sentence without a full stop.
    var words: String
    /// Whether a program was ended over it, or fell: so it is not tried again by itself, and may be sound.
    var isGivenUp: Bool

    init(_ words: String, isGivenUp: Bool) { (self.words, self.isGivenUp) = (words, isGivenUp) }

    /// What an earlier shed wrote down, which told by the last words of a sentence whether it was given up.
    init(earlier sentence: String) {
        let bare = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
        isGivenUp = sentence.hasSuffix(PDFComplaint.howToTryAgain + ".")
        words = isGivenUp ? String(bare.dropLast(PDFComplaint.howToTryAgain.count)) : bare
    }

    private static let howToTryAgain = "; “shed sync --now” looks at it again"

    /// For people.
    var sentence: String { words + (isGivenUp ? PDFComplaint.howToTryAgain : "") + "." }

    /// Without the path of the file that it is about.
    func withoutPath(_ path: RelativePath) -> PDFComplaint { PDFComplaint(PDFComplaints.sentence(words, withoutPath: path), isGivenUp: isGivenUp) }
}

/// What was wrong with PDFs that were looked into, for those who open none: `check`, `bundle list`, `accept`.
///
/// It stands in the index, and is lost with it; the next look finds it again. A file is known by its identity, its size and its
/// time of change, so it may be moved, and what was said of it counts no more once it is written to.
struct PDFComplaints: Equatable {
    private struct Entry: Equatable {
        var identity: FileIdentity
        var written: WriteStamp
        var complaint: PDFComplaint

        func isAbout(_ evidence: Evidence) -> Bool { identity == evidence.identity && written == WriteStamp(evidence) }
    }

    /// What it is called in the index.
    static let key = "papers.pdf-looks"
    /// Where earlier ones wrote what ``init(earlier:)`` reads; the last in an index of version 1.
    static let earlierKeys = ["papers.pdf-complaints", "pdf-complaints"]
    /// The oldest are forgotten first.
    private static let most = 500
    /// In bytes of UTF-8.
    private static let longest = 1_000

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    /// Reads a line for each: five numbers, whether it was given up (0 or 1), and the words. What is none is passed over.
    init(_ bytes: [UInt8]?) {
        self.init(bytes ?? []) { rest in
            let parts = rest.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let isGivenUp = ["0": false, "1": true][parts[0]] else { return nil }
            return PDFComplaint(String(parts[1]), isGivenUp: isGivenUp)
        }
    }

    /// Reads what an earlier shed has written: a line for each, five numbers and the sentence.
    init(earlier bytes: [UInt8]) { self.init(bytes) { PDFComplaint(earlier: $0) } }

    private init(_ bytes: [UInt8], _ complaint: (String) -> PDFComplaint?) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 5).map { String(decoding: $0, as: UTF8.self) }
            guard parts.count == 6, let device = UInt64(parts[0]), let inode = UInt64(parts[1]), let birth = Int64(parts[2]), let size = Int64(parts[3]),
                let modified = Int64(parts[4]), let complaint = complaint(parts[5])
            else { continue }
            let (identity, written) = (FileIdentity(device: device, inode: inode, birth: birth), WriteStamp(size: size, modified: modified))
            entries.append(Entry(identity: identity, written: written, complaint: complaint))
        }
    }

    /// `nil` where there is none.
    var bytes: [UInt8]? {
        guard !entries.isEmpty else { return nil }
        let lines = entries.map { entry in
            "\(entry.identity.device) \(entry.identity.inode) \(entry.identity.birth) \(entry.written.size) \(entry.written.modified) \(entry.complaint.isGivenUp ? 1 : 0) \(entry.complaint.words)"
        }
        return Array(lines.joined(separator: "\n").utf8)
    }

    /// What is wrong with a file; `nil` where nothing is known.
    func complaint(about evidence: Evidence) -> PDFComplaint? { entries.last { $0.isAbout(evidence) }?.complaint }

    /// The same for many files.
    var messages: (Evidence) -> String? {
        let byFile = Dictionary(entries.map { ($0.identity, $0) }) { $1 }
        return { evidence in byFile[evidence.identity].flatMap { $0.isAbout(evidence) ? $0.complaint.sentence : nil } }
    }

    /// A sentence about the file at a path without the path: where it stands is said beside it, and may change.
    static func sentence(_ message: String, withoutPath path: RelativePath) -> String {
        message.hasPrefix("\(path) ") ? "It " + message.dropFirst("\(path) ".count) : message
    }

    /// - Parameter complaint: `nil`: nothing is wrong with the file.
    mutating func note(_ complaint: PDFComplaint?, about evidence: Evidence) {
        entries.removeAll { $0.identity == evidence.identity }
        guard var complaint else { return }
        complaint.words = EscapedText.escape(Array(UTF8Cut.prefix(Array(complaint.words.utf8)[...], atMost: PDFComplaints.longest)))
        entries.append(Entry(identity: evidence.identity, written: WriteStamp(evidence), complaint: complaint))
        entries.removeFirst(max(0, entries.count - PDFComplaints.most))
    }
}

extension ProjectReader {
    /// What was found to be wrong with the PDF at a path when it was looked into last, in a sentence; `nil` where it was not
    /// looked into, nothing is wrong with it, or it was changed since, and in projects of other kinds. The PDF is not opened.
    public func knownComplaint(at path: RelativePath) throws(ShedError) -> String? {
        try (project.kind as? PapersProject)?.knownComplaints()(path)
    }

    /// The variants of a bundle that are there and do not count, and why, in a sentence.
    public func unusable(in bundle: PapersView.Bundle) throws(ShedError) -> [PDFVariant: String] {
        var found: [PDFVariant: String] = [:]
        let complaint = try papersProject.knownComplaints()
        for variant in PDFVariant.allCases {
            let path = bundle.path.appending(Name(variant.fileName))
            if let message = complaint(path) {
                found[variant] = message
            } else if bundle.files[variant] == nil, hasEntry(at: path) {
                let reason = try reasonNotToSettle()
                found[variant] = missingPDFPrograms ?? reason ?? "It was not looked into yet: “shed sync” does."
            } else if variant == .display, let message = strangeness(of: bundle) {
                found[variant] = message
            }
        }
        return found
    }
}

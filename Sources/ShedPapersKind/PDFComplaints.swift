import ShedDisk
import ShedModel
import ShedPapers
import ShedProject

/// What was wrong with PDFs that were looked into, for those who open none: `check`, `bundle list`, `accept`.
///
/// It stands in the index, and is lost with it; the next look finds it again. A file is known by its identity, its size and its
/// time of change, so it may be moved, and what was said of it counts no more once it is written to.
struct PDFComplaints: Equatable {
    private struct Entry: Equatable {
        var identity: FileIdentity
        /// In bytes.
        var size: Int64
        /// In nanoseconds since 1970.
        var modified: Int64
        var message: String

        func isAbout(_ evidence: Evidence) -> Bool {
            identity == evidence.identity && size == evidence.size && modified == evidence.modified
        }
    }

    /// What it is called in the index.
    static let key = "papers.pdf-complaints"
    /// The same in an index of version 1.
    static let earlierKey = "pdf-complaints"
    /// The oldest are forgotten first.
    private static let most = 500
    /// In bytes of UTF-8.
    private static let longest = 1_000

    /// What is said last of what was given up, and so is not tried again by itself.
    static let howToTryAgain = "“shed sync --now” looks at it again"

    /// Whether a sentence says so.
    static func isGivenUp(_ sentence: String) -> Bool { sentence.hasSuffix(howToTryAgain + ".") }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    /// Reads a line for each: five numbers and the sentence. What is none is passed over.
    init(_ bytes: [UInt8]?) {
        for line in (bytes ?? []).split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 5).map { String(decoding: $0, as: UTF8.self) }
            guard parts.count == 6, let device = UInt64(parts[0]), let inode = UInt64(parts[1]), let birth = Int64(parts[2]), let size = Int64(parts[3]),
                let modified = Int64(parts[4])
            else { continue }
            entries.append(Entry(identity: FileIdentity(device: device, inode: inode, birth: birth), size: size, modified: modified, message: parts[5]))
        }
    }

    /// `nil` where there is none.
    var bytes: [UInt8]? {
        guard !entries.isEmpty else { return nil }
        let lines = entries.map { "\($0.identity.device) \($0.identity.inode) \($0.identity.birth) \($0.size) \($0.modified) \($0.message)" }
        return Array(lines.joined(separator: "\n").utf8)
    }

    /// What is wrong with a file, in a sentence; `nil` where nothing is known.
    func message(about evidence: Evidence) -> String? { entries.last { $0.isAbout(evidence) }?.message }

    /// The same for many files.
    var messages: (Evidence) -> String? {
        let byFile = Dictionary(entries.map { ($0.identity, $0) }) { $1 }
        return { evidence in byFile[evidence.identity].flatMap { $0.isAbout(evidence) ? $0.message : nil } }
    }

    /// A sentence about the file at a path without the path: where it stands is said beside it, and may change.
    static func sentence(_ message: String, withoutPath path: RelativePath) -> String {
        message.hasPrefix("\(path) ") ? "It " + message.dropFirst("\(path) ".count) : message
    }

    /// - Parameter message: `nil`: nothing is wrong with the file.
    mutating func note(_ message: String?, about evidence: Evidence) {
        entries.removeAll { $0.identity == evidence.identity }
        guard let message else { return }
        let line = EscapedText.escape(Array(UTF8Cut.prefix(Array(message.utf8)[...], atMost: PDFComplaints.longest)))
        entries.append(Entry(identity: evidence.identity, size: evidence.size, modified: evidence.modified, message: line))
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

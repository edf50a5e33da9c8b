import ShedDisk
import ShedMessages

/// What is wrong with a PDF, or keeps work on one from being done: what, where, and what to do.
public struct PapersError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What callers tell apart. New kinds may come.
    public enum Kind: Hashable, Sendable {
        /// The file does not begin as a PDF does.
        case notPDF
        /// It asks for a password.
        case encrypted
        /// What should be a PDF cannot be read as one, or only by guessing.
        case damaged
        case noPages
        /// More than ``PDFLimits/pages``.
        case tooManyPages
        /// More bytes, text or pixels than allowed.
        case tooLarge
        /// A page number that the file has not.
        case noSuchPage
        /// A program is not installed; its name.
        case programMissing(String)
        /// Tesseract has no data of this language; its code.
        case languageMissing(String)
        /// A program was ended because it took too long on the clock, as it does on a machine that is busy.
        case outOfTime
        /// A program was ended because it used a processor for longer than such a file needs.
        case tooMuchWork
        /// A program fell over the file, or failed in another way.
        case failed
        /// The machine kept a program from its end, which says nothing of the file: it could not be started, had not enough memory, or
        /// something else than shed killed it, as the kernel does where memory is short.
        case hindered
        /// The caller cancelled.
        case cancelled
        /// A protected copy is not there.
        case notStored
        /// A protected copy does not have the content that its name says.
        case altered
        /// The disk, or another program, kept it from being done.
        case disk(DiskError.Code)
    }

    public var kind: Kind
    /// What happened, to what: one sentence without a full stop.
    public var words: Message
    /// What the person can do, one sentence without a full stop; may be empty.
    public var cure: Message

    package init(_ kind: Kind, _ words: Message, cure: Message = .nothing) { (self.kind, self.words, self.cure) = (kind, words, cure) }

    /// What the disk says, with what helps.
    package init(_ error: DiskError) {
        let (why, cure) = (Message.diskWhy(code: error.sort, text: error.reason), Message.diskCure(code: error.sort, text: error.remedy))
        self.init(
            .disk(error.code),
            .diskFault(deed: error.action.replacing(" ", with: "-"), action: error.action, path: error.path, why: why, cure: cure))
    }

    /// What happened, in English. Safe to show on one line.
    public var message: String { words.english }

    /// What the person can do, in English.
    public var remedy: String { cure.english }

    /// Both: a sentence without a full stop.
    public var wholeWords: Message { cure.isEmpty ? words : .faultAndCure(fault: words, cure: cure) }

    public var description: String { wholeWords.english }
}

extension PapersError {
    /// Calls, and turns an error of the disk into one of ours.
    static func onDisk<Result>(_ body: () throws(DiskError) -> Result) throws(PapersError) -> Result {
        do throws(DiskError) { return try body() } catch { throw PapersError(error) }
    }
}

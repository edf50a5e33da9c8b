import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile

extension PapersView {
    /// The display variant of a bundle that a word means: its number, or the beginning of its SHA-256.
    static func displayVersion(_ word: String, among versions: [DisplayVersion]) -> DisplayVersion? {
        if let number = Int(word), let version = versions.first(where: { $0.number == number }) { return version }
        guard word.utf8.count >= fewestDigits else { return nil }
        let found = versions.filter { $0.hash.description.hasPrefix(word.lowercased()) }
        return found.count == 1 ? found.first : nil
    }

    /// Of a SHA-256, so that no number is taken for its beginning.
    private static let fewestDigits = 8
}

extension Transaction {
    /// Puts a display variant that pages of a bundle showed into its place again; all of its pages are made anew from it. The one
    /// that it has now is kept, as a version like others.
    /// - Parameter rejected: becomes what stood there and was not taken in yet.
    /// - Throws: ``ShedError`` of kind refused where there is no good copy of it, or it lacks pages in use.
    public func restoreDisplay(
        _ version: DisplayVersion, of bundle: PapersView.Bundle, dryRun: Bool = false, rejected: inout [Move]
    ) throws(ShedError) -> PapersView.Bundle {
        let sources = try PaperSources(self, try papers())
        let file = try sources.file(version.hash, whichWas: .wasOlderDisplay(number: version.number, name: "\(bundle.name)"))
        return try attach(file, as: .display, to: bundle, dryRun: dryRun, rejected: &rejected)
    }
}

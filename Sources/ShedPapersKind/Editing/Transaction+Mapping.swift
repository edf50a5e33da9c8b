import ShedModel
import ShedPapers
import ShedProject

extension Transaction {
    /// Says which pages of a bundle's variants belong together, in place of what was said before.
    /// Source: seed 004_874d967c4a34cac1.txt, PDFBundle, rule 5: “Override: user-defined mapping, top-down order, extra
    /// pages ignored”.
    /// - Returns: the bundle as it is then, or would be.
    public func map(_ bundle: PapersView.Bundle, _ mapping: PageMapping, dryRun: Bool = false) throws(ShedError) -> PapersView.Bundle {
        guard var now = try papers().bundle(bundle.id) else { throw ShedError.notFound(bundle.path) }
        guard now.alignment.mapping != mapping else { return now }
        now.alignment.mapping = mapping
        if !dryRun { try commit([Operation(now.id, [mapping.field])]) }
        return now
    }
}

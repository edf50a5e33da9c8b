import ArgumentParser
import Glibc
import ShedCommand
import ShedModel
import ShedRecords

extension ExchangeFormat: ExpressibleByArgument, FileFormat {}

extension CSVSeparator: ExpressibleByArgument {}

extension CSVFormulas: ExpressibleByArgument {}

/// What export and import have in common.
struct ExchangeArguments: ParsableArguments {
    @Option(help: "json (one object for a collection), json-lines, csv, xml, recfile, or markdown (export only). Else the file's name says.")
    var format: ExchangeFormat?
    @Option(help: ArgumentHelp("The column or field that holds the ID; “id” in CSV, “Id” in recfiles.", valueName: "name")) var idColumn: String?
    @Flag(help: "Without IDs.") var noIds = false
    @Option(help: "Cells of CSV that a spreadsheet takes for formulas: quote (an apostrophe is put before them, and taken off) or keep.") var formulas: CSVFormulas?
    @Option(help: "Between the fields of CSV: comma, semicolon or tab; else tab for .tsv, comma for others.") var separator: CSVSeparator?

    var isAskedFor: Bool { format != nil || idColumn != nil || noIds || formulas != nil || separator != nil }

    func options(for name: Name?) -> ExchangeOptions {
        var options = ExchangeOptions(
            idColumn: idColumn, hasIDs: !noIds, separator: separator ?? (name?.hasSuffix(".tsv") == true ? .tab : .comma),
            isSeparatorChosen: separator != nil)
        options.formulas = formulas ?? .quote
        return options
    }
}

import ShedDisk
import ShedModel
import ShedProject
import ShedRules

extension Project {
    /// The column of a finding in units of UTF-16, from 1: what SARIF and editors count, where a finding counts bytes.
    /// `nil` where the finding has none, or its line cannot be read now. Reads the file, 4 MiB at most.
    public func utf16Column(of finding: Finding) -> Int? {
        guard let line = finding.line, let column = finding.column, line > 0, column > 0, let name = finding.path.last,
            let directory = try? home.root.openDirectory(at: finding.path.parent), let bytes = try? directory.read(name, atMost: 4 << 20)
        else { return nil }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: line, omittingEmptySubsequences: false)
        guard line <= lines.count, column - 1 <= lines[line - 1].count else { return nil }
        return String(decoding: lines[line - 1].prefix(column - 1), as: UTF8.self).utf16.count + 1
    }
}

import ShedModel
import ShedProject
import ShedRules

/// Findings that were there before a project came under check: they are not reported again.
///
/// Kept as JSON: `{"version": 1, "findings": [{"project", "path", "rule", "count"}]}`, sorted, with no lines and no
/// messages in it, so that it changes only when findings come or go. Documentation/Check.md describes it.
public struct Baseline: Sendable {
    /// Findings of one rule at one path.
    public struct Entry: Hashable, Comparable, Sendable {
        public var project: NodeID
        public var path: RelativePath
        public var rule: String

        public static func < (left: Entry, right: Entry) -> Bool {
            (left.project.description, left.path, left.rule) < (right.project.description, right.path, right.rule)
        }
    }

    /// The longest file that is read, in bytes.
    public static let longest = 16 << 20

    private var counts: [Entry: Int] = [:]

    public init() {}

    public mutating func add(_ finding: Finding, in project: NodeID) {
        counts[Entry(project: project, path: finding.path, rule: finding.rule), default: 0] += 1
    }

    /// Takes one finding out.
    /// - Returns: whether it was in it.
    public mutating func take(_ finding: Finding, in project: NodeID) -> Bool {
        let entry = Entry(project: project, path: finding.path, rule: finding.rule)
        guard let count = counts[entry] else { return false }
        counts[entry] = count > 1 ? count - 1 : nil
        return true
    }

    /// How many findings are in it.
    public var count: Int { counts.values.reduce(0, +) }

    /// What is left in it of a project, sorted.
    public func entries(of project: NodeID) -> [Entry] { counts.keys.filter { $0.project == project }.sorted() }

    /// The file.
    public var bytes: [UInt8] {
        let findings = counts.sorted { $0.key < $1.key }.map { entry, count -> JSONValue in
            var members = [JSONObject.Member("project", .string(entry.project.description)), JSONObject.Member("path", .string(entry.path.description))]
            if !entry.path.isText || entry.path.description != String(decoding: entry.path.bytes, as: UTF8.self) {
                members.append(JSONObject.Member("pathBytes", .string(Base64.encode(entry.path.bytes))))
            }
            members += [JSONObject.Member("rule", .string(entry.rule)), JSONObject.Member("count", .integer(Int64(count)))]
            return .object(JSONObject(members))
        }
        return JSONValue.object(["version": 1, "findings": .array(findings)]).pretty
    }

    /// Reads the file.
    /// - Parameter label: the file as people are told of it.
    public init(bytes: [UInt8], label: String) throws(ShedError) {
        func failure(_ reason: String) -> ShedError {
            ShedError(.environment, "\(label) is no baseline: \(reason)", remedy: "Write it anew with --write-baseline.")
        }
        let value: JSONValue
        do throws(JSONParser.Failure) { value = try JSONParser.parse(bytes) } catch { throw failure(error.description) }
        guard value["version"] == 1 else { throw failure("its version is not 1") }
        guard let findings = value["findings"]?.array else { throw failure("it has no “findings”") }
        for (number, finding) in findings.enumerated() {
            guard let entry = Entry(finding), let count = finding["count"]?.integer, count > 0, count <= 1_000_000, counts[entry] == nil else {
                throw failure("finding \(number + 1) is not as it should be, or is there twice")
            }
            counts[entry] = Int(count)
        }
    }
}

extension Baseline.Entry {
    fileprivate init?(_ value: JSONValue) {
        guard let project = value["project"]?.string.flatMap({ NodeID($0) }), let rule = value["rule"]?.string, let text = value["path"]?.string else { return nil }
        var bytes = Array(text.utf8)
        if let encoded = value["pathBytes"] {
            guard let decoded = encoded.string.flatMap(Base64.decode) else { return nil }
            bytes = decoded
        }
        guard let path = RelativePath(bytes: bytes) else { return nil }
        self.init(project: project, path: path, rule: rule)
    }
}

import ShedTestSupport

/// What `Package.swift` says of the package's targets.
struct Manifest {
    struct Target {
        var name: String
        /// Of its sources, below the package.
        var folder: String
        /// The modules that it depends on.
        var dependencies: Set<String>
        var isExecutable: Bool
    }

    let targets: [Target]

    init() {
        let text = SourceFile("Package.swift").lines.joined(separator: "\n")
        let kinds = [(".target(", "Sources/"), (".executableTarget(", "Sources/"), (".testTarget(", "Tests/")]
        targets = kinds.flatMap { kind, folder in
            text.parts(after: kind).compactMap { Target($0.upToClosing, in: folder, isExecutable: kind == ".executableTarget(") }
        }
    }
}

extension Manifest.Target {
    /// - Parameters:
    ///   - text: what stands between its parentheses.
    ///   - folder: where it is unless it says otherwise.
    fileprivate init?(_ text: String, in folder: String, isExecutable: Bool) {
        guard let name = text.quoted(after: "name: ") else { return nil }
        self.name = name
        self.folder = text.quoted(after: "path: ") ?? folder + name
        self.isExecutable = isExecutable
        let list = text.parts(after: "dependencies: [").first?.upToClosing ?? ""
        dependencies = Set(list.parts(after: "\"").enumerated().filter { $0.offset.isMultiple(of: 2) }.map { String($0.element.prefix { $0 != "\"" }) })
            .subtracting(list.parts(after: "package: \"").map { String($0.prefix { $0 != "\"" }) })
    }
}

extension String {
    /// What stands behind each occurrence of a text, to the end.
    fileprivate func parts(after text: String) -> [Substring] { ranges(of: text).map { self[$0.upperBound...] } }

    /// The text in quotation marks behind the first occurrence of another.
    fileprivate func quoted(after text: String) -> String? {
        parts(after: text + "\"").first.map { String($0.prefix { $0 != "\"" }) }
    }
}

extension Substring {
    /// What stands before the parenthesis or bracket that closes what is open.
    fileprivate var upToClosing: String {
        var depth = 1
        return String(prefix { character in
            if character == "(" || character == "[" { depth += 1 }
            if character == ")" || character == "]" { depth -= 1 }
            return depth > 0
        })
    }
}

import ShedModel
import ShedProject
import ShedService

extension StagedPaths {
    /// What a commit in the work tree around a directory would contain.
    init(_ tree: CheckRun.WorkTree) throws(ShedError) {
        do throws(ServiceError) { self = try StagedPaths(in: tree.directory, environment: tree.environment) } catch {
            throw ShedError(.environment, error.message, remedy: error.remedy)
        }
    }

    /// The staged paths of a project.
    /// - Parameter root: an absolute path without links.
    /// - Throws: ``ShedError`` where neither stands in the other.
    func paths(below root: [UInt8]) throws(ShedError) -> [RelativePath] {
        let slash = UInt8(ascii: "/")
        let rootNames = root.split(separator: slash).map { Name(bytes: Array($0)) }
        let topNames = top.split(separator: slash).map { Name(bytes: Array($0)) }
        guard rootNames.starts(with: topNames) || topNames.starts(with: rootNames) else {
            throw ShedError(
                .environment, "\(EscapedText.escape(root)) is not in the git work tree \(EscapedText.escape(top))",
                remedy: "Run shed in the project's own work tree, or leave --staged out.")
        }
        return paths.compactMap { path in
            let names = topNames + path.split(separator: slash).map { Name(bytes: Array($0)) }
            return names.starts(with: rootNames) ? RelativePath(Array(names.dropFirst(rootNames.count))) : nil
        }
    }
}

import ShedModel
import ShedProject

extension Session {
    /// A path outside of projects as the person would name it: from where the program was started where it is below that, or where the person
    /// named it from there; else from the root of the file system. Without `.`, without doubled slashes, and safe to show on one line.
    /// - Parameters:
    ///   - path: absolute. What of it is there is shown without links and `..`.
    ///   - word: by which it was named; `nil` where nobody named it, and it is where the person works.
    package func shown(_ path: [UInt8], as word: String? = nil) -> String {
        let place = Session.plain(path)
        let here = PlaceFromHere(start)
        let isFromHere = word.map { $0.utf8.first != UInt8(ascii: "/") } ?? true
        guard here.holds(place) || isFromHere && base == start else { return EscapedText.escape(place) }
        return EscapedText.escape(here.relative(place))
    }

    /// A path of what need not be there, without links and `..` on the way as far as it is.
    /// - Parameter path: absolute.
    package static func plain(_ path: [UInt8]) -> [UInt8] {
        if let real = try? RealPath.of(path) { return real }
        let path = PathReader.tidy(path, base: path)
        guard let parts = AbsolutePath.parts(of: path), !parts.name.isEmpty, !parts.name.elementsEqual("..".utf8),
            let folder = try? RealPath.of(parts.parent)
        else { return path }
        return AbsolutePath.joined(folder, parts.name)
    }
}

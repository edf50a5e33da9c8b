import ShedMessages
import ShedModel
import ShedProject

/// Turns `10k` and the like into bytes.
package enum SizeArgument {
    /// A number of bytes, or with `k`, `M`, `G` or `T` of 1,024 times as much each; case aside, a `B` or `iB` behind it allowed.
    package static func bytes(_ text: String, of option: String) throws(ShedError) -> Int64 {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        var unit = text.dropFirst(digits.count).lowercased()
        if unit.hasSuffix("b") { unit.removeLast() }
        if unit.count == 2, unit.hasSuffix("i") { unit.removeLast() }
        if let number = Int64(digits), let power = ["", "k", "m", "g", "t"].firstIndex(of: unit) {
            let (size, overflows) = number.multipliedReportingOverflow(by: 1 << (10 * Int64(power)))
            if !overflows { return size }
        }
        throw ShedError(.usage, .noSize(option: option, text: EscapedText.escape(RawArguments.bytes(of: text))), remedy: .sizesLookLike)
    }
}

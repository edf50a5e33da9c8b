/// The tokens of Swift code, line by line: enough to tell what is done with a value, no more.
enum CodeTokens {
    /// Names and numbers as they stand, operators, single signs, and texts with their quotation marks; of a text with something put
    /// into it only the marks. Comments are left out.
    static func of(_ line: String) -> [String] {
        let scalars = Array(line.unicodeScalars)
        var tokens: [String] = []
        var position = 0
        while position < scalars.count {
            let start = position
            let scalar = scalars[position]
            if scalar == "/", position + 1 < scalars.count, scalars[position + 1] == "/" { break }
            if scalar == "\"" {
                position = end(ofText: position, scalars)
                let text = scalars[start..<position]
                tokens.append(text.contains("\\") ? "\"\"" : String(String.UnicodeScalarView(text)))
                continue
            }
            position += 1
            if isName(scalar) {
                // A full stop belongs to a number where a digit follows.
                while position < scalars.count, isName(scalars[position]) || isFraction(scalars, start, position) { position += 1 }
            } else if isOperator(scalar) {
                while position < scalars.count, isOperator(scalars[position]) { position += 1 }
            } else if scalar == ".", position + 1 < scalars.count, scalars[position] == ".", scalars[position + 1] == "." || scalars[position + 1] == "<" {
                position += 2
            }
            if scalar != " " { tokens.append(String(String.UnicodeScalarView(scalars[start..<position]))) }
        }
        return tokens
    }

    private static func isName(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else { return scalar.properties.isAlphabetic }
        return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || isDigit(scalar) || scalar == "_" || scalar == "$"
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isFraction(_ scalars: [Unicode.Scalar], _ start: Int, _ position: Int) -> Bool {
        isDigit(scalars[start]) && scalars[position] == "." && position + 1 < scalars.count && isDigit(scalars[position + 1])
    }

    private static func isOperator(_ scalar: Unicode.Scalar) -> Bool { operators.contains(scalar) }

    private static let operators = Set("+-*/%<>=!&|^~".unicodeScalars)

    /// Behind the quotation mark that ends a text; what is put into it may hold texts itself.
    private static func end(ofText start: Int, _ scalars: [Unicode.Scalar]) -> Int {
        var position = start + 1
        while position < scalars.count, scalars[position] != "\"" {
            if scalars[position] == "\\", position + 1 < scalars.count, scalars[position + 1] == "(" {
                var depth = 0
                position += 1
                repeat {
                    if scalars[position] == "\"" {
                        position = end(ofText: position, scalars)
                        continue
                    }
                    if scalars[position] == "(" { depth += 1 }
                    if scalars[position] == ")" { depth -= 1 }
                    position += 1
                } while depth > 0 && position < scalars.count
            } else {
                position += scalars[position] == "\\" ? 2 : 1
            }
        }
        return min(position + 1, scalars.count)
    }
}

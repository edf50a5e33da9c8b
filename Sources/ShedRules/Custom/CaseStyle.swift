/// A way to write a name in words. The raw value is the word of the settings.
///
/// Letters without case, such as Japanese ones, count as both; digits too. The words hold letters and digits only.
public enum CaseStyle: String, Hashable, Sendable, CaseIterable {
    /// `ode`: no capitals; anything else is allowed.
    case lowercase
    /// `ODE`: no small letters; anything else is allowed.
    case uppercase
    /// `ode-to-spring`
    case kebab = "kebab-case"
    /// `ode_to_spring`
    case snake = "snake_case"
    /// `ODE_TO_SPRING`
    case screamingSnake = "SCREAMING_SNAKE_CASE"
    /// `odeToSpring`
    case camel = "camelCase"
    /// `OdeToSpring`
    case pascal = "PascalCase"
    /// `ode.to.spring`
    case point = "point.case"

    /// Whether a text is written so. An empty one is not.
    public func holds(for text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard let first = scalars.first else { return false }
        switch self {
        case .lowercase: return scalars.allSatisfy { !$0.isCapital }
        case .uppercase: return scalars.allSatisfy { !$0.properties.isLowercase }
        case .kebab: return words(scalars, "-") { !$0.isCapital }
        case .snake: return words(scalars, "_") { !$0.isCapital }
        case .point: return words(scalars, ".") { !$0.isCapital }
        case .screamingSnake: return words(scalars, "_") { !$0.properties.isLowercase }
        case .camel: return scalars.allSatisfy(\.isWordPart) && !first.isCapital
        case .pascal: return scalars.allSatisfy(\.isWordPart) && !first.properties.isLowercase
        }
    }

    private func words(_ scalars: [Unicode.Scalar], _ separator: Unicode.Scalar, _ test: (Unicode.Scalar) -> Bool) -> Bool {
        scalars.split(separator: separator, omittingEmptySubsequences: false)
            .allSatisfy { word in !word.isEmpty && word.allSatisfy { $0.isWordPart && test($0) } }
    }
}

extension Unicode.Scalar {
    fileprivate var isCapital: Bool { properties.isUppercase || properties.generalCategory == .titlecaseLetter }

    fileprivate var isWordPart: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark,
            .decimalNumber:
            true
        default: false
        }
    }
}

import ShedKinds
import ShedMessages
import ShedModel

extension KindError: ShedErrorConvertible {
    package var shedError: ShedError {
        guard case .unknown(let name, let known, let nearest) = self else {
            return ShedError(.usage, description.hasSuffix(".") ? String(description.dropLast()) : description)
        }
        let all = Message.thereAre(names: known.joined(separator: ", "))
        let guess = Message.didYouMean(oneOf: nearest.map { [$0] } ?? [])
        return ShedError(.usage, .noSuchKind(name: ShedError.shown(name)), remedy: guess.map { .sentences(first: $0, second: all) } ?? all)
    }
}

extension LanguageError: ShedErrorConvertible {
    package var shedError: ShedError {
        ShedError(
            .usage, .noSuchLanguage(option: ShedError.shown(option)), remedy: .thereAre(names: known.map(\.rawValue).joined(separator: ", ")))
    }
}

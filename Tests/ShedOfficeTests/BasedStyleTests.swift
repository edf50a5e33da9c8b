import Testing

@testable import ShedOffice

@Suite struct `A style that is based on others` {
    private struct Style: BasedStyle {
        var parent: String?
        var size: Int?
    }

    @Test func `says what the nearest of them says`() {
        let styles = ["a": Style(parent: "b"), "b": Style(parent: "c", size: 2), "c": Style(size: 3), "d": Style(parent: "none"), "e": Style()]
        #expect(["a", "b", "c"].map { styles.said(of: $0) { $0.size } } == [2, 2, 3])
        #expect(["d", "e", "none", nil].allSatisfy { styles.said(of: $0) { $0.size } == nil })
    }

    @Test func `says nothing where they are based on each other, or on more than anybody has`() {
        #expect(["a": Style(parent: "b"), "b": Style(parent: "a")].said(of: "a") { $0.size } == nil)
        var styles = Dictionary(uniqueKeysWithValues: (0..<30).map { ("\($0)", Style(parent: "\($0 + 1)")) })
        styles["30"] = Style(size: 1)
        #expect(styles.said(of: "11") { $0.size } == 1 && styles.said(of: "10") { $0.size } == nil)
    }
}

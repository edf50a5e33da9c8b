@testable import ShedModel
import Testing

@Suite struct `What is in the order of its names` {
    @Test(arguments: [0, 1, 2, 3, 100, 100_000])
    func `is found by a few looks, and what is not there is not`(count: Int) {
        let names = (0..<count).map { Name("\($0 * 2)") }.sorted()
        var looks = 0
        func find(_ name: Name) -> Name? {
            looks = 0
            return names.named(name) { element in
                looks += 1
                return element
            }
        }
        for position in Set([0, 1, count / 2, count - 1].filter { (0..<count).contains($0) }) {
            #expect(find(names[position]) == names[position])
            #expect(looks <= 20)
        }
        #expect(find(Name("1")) == nil && find("") == nil && find("x") == nil && looks <= 20)
        // A part of a list has other positions.
        #expect(names.dropFirst().named(names.first ?? "a") { $0 } == nil)
        if count > 2 { #expect(names.dropFirst(2).named(names[2]) { $0 } == names[2]) }
    }
}

import ShedModel
import ShedPapers
import Testing

/// Which names of a folder begin with order numbers.
@Suite struct `Numbers before the names of one folder` {
    /// - Parameter written: the names before which shed wrote the number.
    private func numbers(_ names: [String], written: Set<String> = []) -> [Int?] {
        Numbering.numbers(of: names.map { Name($0) }) { position, _ in written.contains(names[position]) }
    }

    @Test(arguments: [
        (["2021 A", "2021 B"], [nil, nil]), (["2019 Maths.pdf", "2020 Maths.pdf"], [nil, nil]),
        (["2024-05-01 Mock", "2024-05-02 Mock"], [nil, nil]), (["06-12 Physik", "07-12 Physik"], [nil, nil]),
        (["12. 6. Physik", "01. 7. Physik"], [nil, nil]), (["12_06 x", "01_07 x"], [nil, nil]), (["3 Körper"], [nil]), (["01 Algebra"], [nil]),
        (["3 Körper", "Algebra"], [nil, nil]), (["3 Körper", "2 Kugeln"], [nil, nil]), (["1 Sets", "2 Limits"], [1, 2]),
        (["01 Sets", "2019 Maths", "7 Vektoren", "Übung", "02 Limits"], [1, nil, 7, nil, 2]), (["02 Sets", "03 Limits"], [2, 3]),
        (["1. Sets", "2. Limits"], [1, 2]), (["01 - Algebra", "02-Übung", "3) x"], [1, 2, 3]), (["0001 A", "0002 B"], [nil, nil]), ([], []),
    ] as [([String], [Int?])]) func `are those that people put there among others`(names: [String], expected: [Int?]) {
        #expect(numbers(names) == expected)
    }

    @Test func `are those that shed wrote, however wide, and make others numbers`() {
        #expect(numbers(["01 Maths p1.pdf"], written: ["01 Maths p1.pdf"]) == [1])
        #expect(numbers(["01 Maths p1.pdf", "3 Körper.pdf", "2019 Maths.pdf"], written: ["01 Maths p1.pdf"]) == [1, 3, nil])
        #expect(numbers(["1000 Maths p1.pdf", "1001 Mine.pdf", "999 Maths p1.pdf"], written: ["1000 Maths p1.pdf"]) == [1000, nil, 999])
        #expect(numbers(["06-12 Physik.pdf", "05 Physik p1.pdf"], written: ["05 Physik p1.pdf"]) == [nil, 5])
    }
}

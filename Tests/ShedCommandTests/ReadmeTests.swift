import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `The README` {
    /// A command as it is typed, and the lines that it is said to print.
    private struct Step {
        var command: String
        var output: [Substring] = []
    }

    private static func steps() throws -> [Step] {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
        let text = String(decoding: TestFile.read("\(root)/README.md"), as: UTF8.self)
        let start = try #require(text.firstRange(of: "## The first sixty seconds\n\n```console\n")).upperBound
        let end = try #require(text[start...].firstRange(of: "\n```\n")).lowerBound
        var steps: [Step] = []
        for line in text[start..<end].split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("$ ") { steps.append(Step(command: String(line.dropFirst(2)))) } else { steps[steps.count - 1].output.append(line) }
        }
        return steps
    }

    @Test func `prints in its first sixty seconds what is printed when they are typed`() throws {
        let steps = try Self.steps()
        #expect(steps.count > 10)
        let shelf = try Shelf()
        var script = "shed() { '\(ShedProgram.path)' \"$@\"; }\n"
        for (number, step) in steps.enumerated() { script += "echo @\(number)\n\(step.command)\n" }
        let said = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array("exec 2>&1\n\(script)".utf8)], input: nil, in: shelf.work).text
        var printed: [[Substring]] = []
        for line in said.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix("@") { printed.append([]) } else { printed[printed.count - 1].append(line) }
        }
        try #require(printed.count == steps.count, "\(said)")
        for (step, lines) in zip(steps, printed) {
            let wanted = step.output.map { String($0).replacing("/home/ada", with: shelf.work) }
            #expect(lines.map(String.init) == wanted, "\(step.command)")
        }
    }
}

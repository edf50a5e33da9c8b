import ArgumentParser
@main struct Shed: ParsableCommand { mutating func run() { print("shed") } }

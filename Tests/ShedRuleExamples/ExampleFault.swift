/// Why an example cannot be carried out, or a page of the manual not be made.
package struct ExampleFault: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

/// A value that has to be there.
func need<Value>(_ value: Value?, _ fault: @autoclosure () -> String) throws(ExampleFault) -> Value {
    guard let value else { throw ExampleFault(fault()) }
    return value
}

/// The language of the control socket (Documentation/Control.md).
public enum ControlProtocol {
    /// The number that both sides have to agree on. It changes when a known member changes its meaning; new members do
    /// not change it.
    public static let number: Int64 = 1

    static let newline = UInt8(ascii: "\n")
}

extension String.UnicodeScalarView {
    /// Adds scalars at the end, in time by their number. The library's `append(contentsOf:)` reserves room for all, and so counts what is
    /// there each time.
    public mutating func add(_ scalars: some Sequence<Unicode.Scalar>) { for scalar in scalars { append(scalar) } }
}

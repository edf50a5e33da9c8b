extension RandomAccessCollection {
    /// The element of a name; `nil` where there is none. Steps grow with the logarithm of their number.
    /// - Parameter name: of an element; the elements are in the order of their names' bytes.
    public func named(_ wanted: Name, by name: (Element) -> Name) -> Element? {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
            if name(self[middle]) < wanted { low = index(after: middle) } else { high = middle }
        }
        return low < endIndex && name(self[low]) == wanted ? self[low] : nil
    }
}

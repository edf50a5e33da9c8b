/// The size of a page's crop box.
public struct PageSize: Hashable, Sendable {
    /// In points of 1/72 inch, before rotation; from ``smallest`` to ``largest``.
    public let width: Double
    public let height: Double
    /// Clockwise, in degrees: 0, 90, 180 or 270.
    public var rotation: Int

    /// Pages of 14,400 units (ISO 32000-1, Annex C), with the largest unit that programs take, 75,000 points.
    public static let largest = 14_400.0 * 75_000
    public static let smallest = 0.001

    /// A size out of bounds becomes the nearest that is in them; what is no number becomes the smallest.
    public init(width: Double, height: Double, rotation: Int = 0) {
        self.width = PageSize.bounded(width)
        self.height = PageSize.bounded(height)
        self.rotation = rotation
    }

    private static func bounded(_ length: Double) -> Double { length > smallest ? min(length, largest) : smallest }

    /// As it is shown.
    public var shown: (width: Double, height: Double) { rotation % 180 == 0 ? (width, height) : (height, width) }
}

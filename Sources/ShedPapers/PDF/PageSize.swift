/// The size of a page's crop box.
public struct PageSize: Hashable, Sendable {
    /// In points of 1/72 inch, before rotation; finite and above 0.
    public var width: Double
    public var height: Double
    /// Clockwise, in degrees: 0, 90, 180 or 270.
    public var rotation: Int

    public init(width: Double, height: Double, rotation: Int = 0) {
        self.width = width
        self.height = height
        self.rotation = rotation
    }

    /// As it is shown.
    public var shown: (width: Double, height: Double) { rotation % 180 == 0 ? (width, height) : (height, width) }
}

import ShedModel

/// Where things stand on a sheet, in points from the lower left corner.
struct SheetLayout {
    let columns: Int
    let rows: Int
    /// Of the sheet.
    let width: Double
    let height: Double
    /// The room for one picture.
    let picture: (width: Double, height: Double)

    static let margin = 28.0
    static let gap = 10.0
    static let caption = 14.0

    /// - Parameter rows: how many; `nil` is as many as A4 has room for.
    init(columns: Int, rows: Int?) {
        self.columns = columns
        width = 595
        let room = (width - 2 * SheetLayout.margin - Double(columns - 1) * SheetLayout.gap) / Double(columns)
        picture = (room, room * 1.3)
        let row = picture.height + SheetLayout.caption + SheetLayout.gap
        if let rows {
            self.rows = rows
            height = Double(rows) * row + 2 * SheetLayout.margin - SheetLayout.gap
        } else {
            self.rows = max(1, Int(bounded: (842 - 2 * SheetLayout.margin + SheetLayout.gap) / row))
            height = 842
        }
    }

    var cells: Int { columns * rows }

    /// The lower left corner of the room for a picture.
    func corner(_ cell: Int) -> (x: Double, y: Double) {
        let (row, column) = (cell / columns, cell % columns)
        let x = SheetLayout.margin + Double(column) * (picture.width + SheetLayout.gap)
        let down = Double(row) * (picture.height + SheetLayout.caption + SheetLayout.gap)
        return (x, height - SheetLayout.margin - down - picture.height)
    }
}

extension Script {
    /// The script in the layout of the industry, as an OpenDocument text that a program lays pages out from: the same bytes each time.
    package var printed: [UInt8] { ScriptPrint(self).bytes() }
}

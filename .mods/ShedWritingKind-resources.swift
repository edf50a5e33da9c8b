struct PackageResources {
static let short_story_toml: [UInt8] = []
static let script_toml: [UInt8] = []
static let poetry_toml: [UInt8] = []
static let novel_toml: [UInt8] = []
}

import TOMLKit
func f() -> [UInt8] { PackageResources.poetry_toml + PackageResources.en_toml }

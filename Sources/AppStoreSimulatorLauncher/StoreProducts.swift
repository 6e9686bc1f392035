import Foundation
package import TollgateAppStore

/// What a simulated store sells, and for which app.
package struct StoreProducts: Sendable {
  package var configuration: StoreKitConfiguration
  package var bundleID: String

  /// Apple's number for the app.
  package var appAppleID: Int64

  /// Creates the products of an app; without its bundle identifier and number, of an example.
  package init(
    _ configuration: StoreKitConfiguration, bundleID: String? = nil, appAppleID: Int64? = nil
  ) {
    self.configuration = configuration
    self.bundleID = bundleID ?? "com.example.app"
    self.appAppleID = appAppleID ?? 1_234_567_890
  }

  /// Reads the products from a `.storekit` file, which names no app.
  package init(storeKitFile path: String) throws(LaunchError) {
    let json = try contents(of: path)
    let configuration: StoreKitConfiguration
    do {
      configuration = try StoreKitConfiguration(json: json)
    } catch {
      throw LaunchError(in: path, error.mistakes.map(\.description))
    }
    self.init(configuration)
  }
}

/// The bytes of a file.
func contents(of path: String) throws(LaunchError) -> Data {
  guard FileManager.default.fileExists(atPath: path) else {
    throw LaunchError(in: path, "there is no such file")
  }
  guard let data = FileManager.default.contents(atPath: path) else {
    throw LaunchError(in: path, "the file cannot be read")
  }
  return data
}

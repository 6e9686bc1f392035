/// Why a server could not be set up for a test.
public struct TestServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Code: String, Hashable, Sendable {
    /// There is no such blueprint in the current folder nor above the calling file.
    case noBlueprint
    /// The blueprint takes its products from no `.storekit` file, so that the store has nothing to sell.
    case noProducts
    /// The server refused what the store told it.
    case notificationRefused
  }

  /// What went wrong.
  public let code: Code
  /// A sentence for people.
  public let description: String

  static func noBlueprint(_ path: String) -> TestServerError {
    TestServerError(
      code: .noBlueprint,
      description: "There is no \(path) in the current folder nor in those above the test.")
  }

  static func noProducts(_ path: String) -> TestServerError {
    TestServerError(
      code: .noProducts,
      description: "\(path) names no .storekit file; write `products: { from: … }`.")
  }

  static func notificationRefused(_ status: Int) -> TestServerError {
    TestServerError(
      code: .notificationRefused,
      description: "The server answered a notification of the store with \(status).")
  }
}

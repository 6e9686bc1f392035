/// A transport that fetches an issuer's key set.
public protocol KeySetTransport: Sendable {
  /// Fetches an address once.
  ///
  /// - Parameter address: An `https` address.
  /// - Returns: The response, whatever its status.
  /// - Throws: Any error if there is no response.
  func read(_ address: String) async throws -> KeySetResponse
}

public import TollgateWire

/// An answer that the ledger keeps: repeating the request gives the same bytes.
public struct KeptAnswer<Response: Codable & Sendable>: Hashable, Sendable {
  /// The answer as JSON, byte for byte.
  public let body: [UInt8]
  /// Whether it is the first answer, given again.
  public let isReplay: Bool

  /// Reads the answer.
  ///
  /// - Returns: The answer.
  /// - Throws: `Problem` where a newer version wrote it in another form.
  public func response() throws(Problem) -> Response {
    do {
      return try JSON.value(Response.self, from: body)
    } catch {
      throw Problem(.internalError, "The first answer is of another version.")
    }
  }
}

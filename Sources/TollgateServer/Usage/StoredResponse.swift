import TollgateLedger
public import TollgateWire

/// A response that the ledger stores under its idempotency key: a repeated request returns the same bytes.
public struct StoredResponse<Response: Codable & Sendable>: Hashable, Sendable {
  /// The response as JSON, byte for byte.
  public let body: [UInt8]
  /// Whether it is the first response, returned again.
  public let isReplay: Bool

  init(_ result: WriteResult, purpose: String) throws(Problem) {
    guard let answer = result.answer, answer.purpose == purpose else {
      throw Problem(.idempotencyKeyReused, "The idempotency key was used for something else.")
    }
    body = answer.body
    isReplay = result.isReplay
  }

  /// The response that was stored by its own request.
  init(_ answer: LedgerAnswer) {
    body = answer.body
    isReplay = false
  }

  /// Decodes the response.
  ///
  /// - Throws: `Problem` if a newer version wrote it in another form.
  public func response() throws(Problem) -> Response {
    do {
      return try JSON.value(Response.self, from: body)
    } catch {
      throw Problem(.internalError, "The stored answer was written by another version.")
    }
  }
}

import Foundation

extension SignedDataVerifier {
  /// Verifies a real-time request for a retention message.
  ///
  /// It names the app by its Apple ID alone, which is therefore compared in every environment.
  ///
  /// - Parameters:
  ///   - jws: The `signedPayload` of the request.
  ///   - now: The instant to validate the chain at if the data does not say when it was signed.
  public nonisolated(nonsending) func retentionRequest(
    _ jws: String, at now: Instant
  ) async throws(VerificationError) -> Verified<RetentionRequestPayload> {
    let json = try await payload(of: jws, at: now)
    let payload: RetentionRequestPayload
    do {
      payload = try JSONDecoder().decode(RetentionRequestPayload.self, from: json)
    } catch {
      throw VerificationError(
        .payloadUnreadable, "A field of the payload is missing or of another type.")
    }
    guard payload.appAppleId == appAppleID else {
      throw VerificationError(.wrongApp, "The request is about another app.")
    }
    guard environments.contains(payload.environment) else {
      throw VerificationError(
        .wrongEnvironment, "The request is from an environment not accepted here.")
    }
    return Verified(payload: payload, jws: jws, signedDate: payload.signedDate)
  }
}

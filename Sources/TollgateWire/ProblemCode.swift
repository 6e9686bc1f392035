/// The stable code of a problem.
///
/// The cases are in order of precedence: if several apply to a request, the first one is reported. Codes are never
/// renamed or reused; newer servers may add some.
public enum ProblemCode: String, Hashable, Sendable, CaseIterable {
  /// No endpoint has that path.
  case notFound = "not_found"
  /// The path exists for another method.
  case methodNotAllowed = "method_not_allowed"
  /// The body is larger than the server accepts.
  case bodyTooLarge = "body_too_large"
  /// The server has no blueprint for that app.
  case unknownApp = "unknown_app"
  /// The endpoint requires a customer token and none was sent.
  case missingToken = "missing_token"
  /// The token was not issued by this server for this app.
  case invalidToken = "invalid_token"
  /// The token is too old: exchange it for a new one.
  case expiredToken = "expired_token"
  /// The token's session was ended: sign in again.
  case sessionEnded = "session_ended"
  /// The token's customer was merged into another: exchange the token, or sign in.
  case customerMerged = "customer_merged"
  /// The token belongs to another customer.
  case anotherCustomer = "another_customer"
  /// The endpoint requires an idempotency key and none was sent.
  case missingIdempotencyKey = "missing_idempotency_key"
  /// The idempotency key is too long or contains characters other than printable ASCII.
  case invalidIdempotencyKey = "invalid_idempotency_key"
  /// The body is not valid JSON for this endpoint.
  case invalidJSON = "invalid_json"
  /// The body has a value that is out of range.
  case invalidValue = "invalid_value"
  /// The email address is invalid.
  case invalidEmail = "invalid_email"
  /// The password is too short or too long.
  case invalidPassword = "invalid_password"
  /// The blueprint has no such milestone.
  case unknownMilestone = "unknown_milestone"
  /// The blueprint has no such feature.
  case unknownFeature = "unknown_feature"
  /// The feature counts uses and holds no items.
  case featureHoldsNothing = "feature_holds_nothing"
  /// The blueprint has no such prompt.
  case unknownPrompt = "unknown_prompt"
  /// The blueprint has no such paywall.
  case unknownPaywall = "unknown_paywall"
  /// The blueprint has no such placement.
  case unknownPlacement = "unknown_placement"
  /// The blueprint has no such nudge.
  case unknownNudge = "unknown_nudge"
  /// Signed data is larger than the store ever produces.
  case signedDataTooLarge = "signed_data_too_large"
  /// Signed data is not a compact JSON Web Signature.
  case signedDataMalformed = "signed_data_malformed"
  /// Signed data names an algorithm the store does not use.
  case signedDataUnsupportedAlgorithm = "signed_data_unsupported_algorithm"
  /// Signed data has too few or too many certificates.
  case signedDataWrongChainLength = "signed_data_wrong_chain_length"
  /// A certificate of signed data cannot be read.
  case signedDataInvalidCertificate = "signed_data_invalid_certificate"
  /// Signed data was not signed by the store.
  case signedDataUntrusted = "signed_data_untrusted"
  /// A certificate of signed data lacks the store's marker extension.
  case signedDataMissingMark = "signed_data_missing_mark"
  /// The certificates of signed data do not form a chain.
  case signedDataInvalidChain = "signed_data_invalid_chain"
  /// A certificate of signed data was not valid at the time of signing.
  case signedDataExpiredChain = "signed_data_expired_chain"
  /// The signature does not match the data.
  case signedDataInvalidSignature = "signed_data_invalid_signature"
  /// Signed data lacks a member or has one of the wrong type.
  case signedDataUnreadable = "signed_data_unreadable"
  /// Signed data is about another app.
  case signedDataWrongApp = "signed_data_wrong_app"
  /// Signed data is from another environment of the store.
  case signedDataWrongEnvironment = "signed_data_wrong_environment"
  /// The renewal info belongs to a different subscription than the transaction.
  case renewalMismatch = "renewal_mismatch"
  /// The app does not accept sandbox purchases from this customer.
  case sandboxNotAllowed = "sandbox_not_allowed"
  /// Too many wrong passwords: try again later.
  case tooManyAttempts = "too_many_attempts"
  /// The email address or the password is wrong.
  case wrongCredentials = "wrong_credentials"
  /// The app does not accept tokens from that issuer.
  case unknownIssuer = "unknown_issuer"
  /// The issuer's token is forged, for another app, or does not meet the app's requirements.
  case invalidIdentityToken = "invalid_identity_token"
  /// The issuer's token has expired: get a new one.
  case expiredIdentityToken = "expired_identity_token"
  /// The email address already has an account.
  case emailTaken = "email_taken"
  /// The purchase belongs to another account.
  case ownedByAnotherCustomer = "owned_by_another_customer"
  /// The request requires an account.
  case accountNeeded = "account_needed"
  /// The account's profile has not been created yet.
  case profileNotFound = "profile_not_found"
  /// The idempotency key was already used for a different request.
  case idempotencyKeyReused = "idempotency_key_reused"
  /// The blueprint's rules deny the feature; the problem carries the denial.
  case denied
  /// The item was released and cannot be held under the same name again.
  case itemReleased = "item_released"
  /// The issuer's keys are currently not available.
  case issuerUnavailable = "issuer_unavailable"
  /// Too many requests of one kind are waiting.
  case busy
  /// The server's clock is over a day behind what it has recorded for the customer.
  case clockBehind = "clock_behind"
  /// The ledger currently cannot be read or written.
  case ledgerUnavailable = "ledger_unavailable"
  /// The ledger cannot be written until an operator acts.
  case ledgerReadOnly = "ledger_read_only"
  /// Unexpected server error.
  case internalError = "internal_error"
  /// A code that this version does not know.
  case unrecognized

  /// The HTTP status for the code; 500 for one that this version does not know.
  public var status: Int {
    switch self {
    case .missingIdempotencyKey, .invalidIdempotencyKey, .invalidJSON: 400
    case .missingToken, .invalidToken, .expiredToken, .sessionEnded, .customerMerged,
      .wrongCredentials,
      .unknownIssuer, .invalidIdentityToken, .expiredIdentityToken:
      401
    case .anotherCustomer, .sandboxNotAllowed, .accountNeeded, .denied: 403
    case .notFound, .unknownApp, .unknownMilestone, .unknownFeature, .unknownPrompt,
      .unknownPaywall, .unknownPlacement, .unknownNudge, .profileNotFound:
      404
    case .methodNotAllowed: 405
    case .emailTaken, .ownedByAnotherCustomer, .itemReleased: 409
    case .bodyTooLarge: 413
    case .invalidValue, .invalidEmail, .invalidPassword, .featureHoldsNothing, .signedDataTooLarge,
      .signedDataMalformed, .signedDataUnsupportedAlgorithm, .signedDataWrongChainLength,
      .signedDataInvalidCertificate, .signedDataUntrusted, .signedDataMissingMark,
      .signedDataInvalidChain, .signedDataExpiredChain, .signedDataInvalidSignature,
      .signedDataUnreadable, .signedDataWrongApp, .signedDataWrongEnvironment, .renewalMismatch,
      .idempotencyKeyReused:
      422
    case .tooManyAttempts: 429
    case .internalError, .unrecognized: 500
    case .issuerUnavailable, .busy, .clockBehind, .ledgerUnavailable, .ledgerReadOnly: 503
    }
  }

  /// Whether the same request may succeed later without any other action.
  public var isRetryable: Bool {
    switch self {
    case .tooManyAttempts, .issuerUnavailable, .busy, .clockBehind, .ledgerUnavailable,
      .internalError:
      true
    default: false
    }
  }
}

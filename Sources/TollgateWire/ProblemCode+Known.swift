extension ProblemCode {
  /// The codes of this version in order of precedence, as an enum so that no table below forgets one.
  ///
  /// A request is checked in this order: path, rate and size, app, token or secret key, idempotency key, body, names, signed
  /// data, identity, rules, and last whether the server can answer at all.
  enum Known: String, CaseIterable {
    case notFound = "not_found"
    case methodNotAllowed = "method_not_allowed"
    case tooManyRequests = "too_many_requests"
    case bodyTooLarge = "body_too_large"
    case incompleteBody = "incomplete_body"
    case unknownApp = "unknown_app"
    case missingToken = "missing_token"
    case invalidToken = "invalid_token"
    case expiredToken = "expired_token"
    case sessionEnded = "session_ended"
    case customerMerged = "customer_merged"
    case customerDeleted = "customer_deleted"
    case anotherCustomer = "another_customer"
    case secretKeyNotAllowed = "secret_key_not_allowed"
    case missingSecretKey = "missing_secret_key"
    case secretKeyNeeded = "secret_key_needed"
    case secretKeyOfAnotherApp = "secret_key_of_another_app"
    case invalidSecretKey = "invalid_secret_key"
    case revokedSecretKey = "revoked_secret_key"
    case insufficientScope = "insufficient_scope"
    case unknownCustomer = "unknown_customer"
    case ambiguousUser = "ambiguous_user"
    case missingIdempotencyKey = "missing_idempotency_key"
    case invalidIdempotencyKey = "invalid_idempotency_key"
    case invalidJSON = "invalid_json"
    case invalidValue = "invalid_value"
    case invalidEmail = "invalid_email"
    case invalidPassword = "invalid_password"
    case unknownMilestone = "unknown_milestone"
    case unknownAttribute = "unknown_attribute"
    case unknownFeature = "unknown_feature"
    case featureHoldsNothing = "feature_holds_nothing"
    case unknownPrompt = "unknown_prompt"
    case unknownPaywall = "unknown_paywall"
    case unknownPlacement = "unknown_placement"
    case unknownNudge = "unknown_nudge"
    case unknownProduct = "unknown_product"
    case unknownEntitlement = "unknown_entitlement"
    case unknownGrant = "unknown_grant"
    case unknownTeam = "unknown_team"
    case unknownSeat = "unknown_seat"
    case signedDataTooLarge = "signed_data_too_large"
    case signedDataMalformed = "signed_data_malformed"
    case signedDataUnsupportedAlgorithm = "signed_data_unsupported_algorithm"
    case signedDataWrongChainLength = "signed_data_wrong_chain_length"
    case signedDataInvalidCertificate = "signed_data_invalid_certificate"
    case signedDataUntrusted = "signed_data_untrusted"
    case signedDataMissingMark = "signed_data_missing_mark"
    case signedDataInvalidChain = "signed_data_invalid_chain"
    case signedDataExpiredChain = "signed_data_expired_chain"
    case signedDataInvalidSignature = "signed_data_invalid_signature"
    case signedDataUnreadable = "signed_data_unreadable"
    case signedDataWrongApp = "signed_data_wrong_app"
    case signedDataWrongEnvironment = "signed_data_wrong_environment"
    case renewalMismatch = "renewal_mismatch"
    case sandboxNotAllowed = "sandbox_not_allowed"
    case tooManyAttempts = "too_many_attempts"
    case wrongCredentials = "wrong_credentials"
    case invalidCode = "invalid_code"
    case unknownIssuer = "unknown_issuer"
    case invalidIdentityToken = "invalid_identity_token"
    case expiredIdentityToken = "expired_identity_token"
    case emailTaken = "email_taken"
    case ownedByAnotherCustomer = "owned_by_another_customer"
    case accountNeeded = "account_needed"
    case profileNotFound = "profile_not_found"
    case offerNotEligible = "offer_not_eligible"
    case idempotencyKeyReused = "idempotency_key_reused"
    case denied
    case reservationLapsed = "reservation_lapsed"
    case nothingToShare = "nothing_to_share"
    case alreadyMember = "already_member"
    case limitReached = "limit_reached"
    case offersNotConfigured = "offers_not_configured"
    case mailNotConfigured = "mail_not_configured"
    case issuerUnavailable = "issuer_unavailable"
    case busy
    case clockBehind = "clock_behind"
    case ledgerUnavailable = "ledger_unavailable"
    case ledgerReadOnly = "ledger_read_only"
    case internalError = "internal_error"
  }
}

extension ProblemCode.Known {
  /// The HTTP status ([RFC 9110](https://www.rfc-editor.org/rfc/rfc9110), 15); several codes share one.
  var status: Int {
    switch self {
    case .missingIdempotencyKey, .invalidIdempotencyKey, .invalidJSON, .incompleteBody:
      400
    case .missingToken, .invalidToken, .expiredToken, .sessionEnded, .customerMerged,
      .customerDeleted, .missingSecretKey, .invalidSecretKey, .revokedSecretKey, .wrongCredentials,
      .invalidCode,
      .unknownIssuer, .invalidIdentityToken, .expiredIdentityToken:
      401
    case .anotherCustomer, .secretKeyNotAllowed, .secretKeyNeeded, .secretKeyOfAnotherApp,
      .insufficientScope, .sandboxNotAllowed, .accountNeeded, .offerNotEligible, .denied,
      .reservationLapsed:
      403
    case .notFound, .unknownApp, .unknownCustomer, .unknownMilestone, .unknownAttribute,
      .unknownFeature,
      .unknownPrompt,
      .unknownPaywall, .unknownPlacement, .unknownNudge, .unknownProduct, .unknownEntitlement,
      .unknownGrant, .unknownTeam, .unknownSeat, .profileNotFound:
      404
    case .methodNotAllowed: 405
    case .ambiguousUser, .emailTaken, .ownedByAnotherCustomer, .nothingToShare, .alreadyMember,
      .limitReached:
      409
    case .bodyTooLarge: 413
    case .invalidValue, .invalidEmail, .invalidPassword, .featureHoldsNothing, .signedDataTooLarge,
      .signedDataMalformed, .signedDataUnsupportedAlgorithm, .signedDataWrongChainLength,
      .signedDataInvalidCertificate, .signedDataUntrusted, .signedDataMissingMark,
      .signedDataInvalidChain, .signedDataExpiredChain, .signedDataInvalidSignature,
      .signedDataUnreadable, .signedDataWrongApp, .signedDataWrongEnvironment, .renewalMismatch,
      .idempotencyKeyReused:
      422
    case .tooManyRequests, .tooManyAttempts: 429
    case .internalError: 500
    case .offersNotConfigured, .mailNotConfigured, .issuerUnavailable, .busy, .clockBehind,
      .ledgerUnavailable,
      .ledgerReadOnly:
      503
    }
  }

  /// Whether waiting is enough for the same request to succeed; false if it has to change first.
  var isRetryable: Bool {
    switch self {
    case .tooManyRequests, .incompleteBody, .tooManyAttempts, .issuerUnavailable, .busy,
      .clockBehind,
      .ledgerUnavailable, .internalError:
      true
    case .notFound, .methodNotAllowed, .bodyTooLarge, .unknownApp, .missingToken, .invalidToken,
      .expiredToken, .sessionEnded, .customerMerged, .customerDeleted, .anotherCustomer,
      .secretKeyNotAllowed, .missingSecretKey, .secretKeyNeeded, .secretKeyOfAnotherApp,
      .invalidSecretKey, .revokedSecretKey, .insufficientScope, .unknownCustomer, .ambiguousUser,
      .missingIdempotencyKey,
      .invalidIdempotencyKey, .invalidJSON, .invalidValue, .invalidEmail, .invalidPassword,
      .unknownMilestone, .unknownAttribute, .unknownFeature, .featureHoldsNothing, .unknownPrompt,
      .unknownPaywall,
      .unknownPlacement, .unknownNudge, .unknownProduct, .unknownEntitlement, .unknownGrant,
      .unknownTeam, .unknownSeat, .signedDataTooLarge, .signedDataMalformed,
      .signedDataUnsupportedAlgorithm, .signedDataWrongChainLength, .signedDataInvalidCertificate,
      .signedDataUntrusted, .signedDataMissingMark, .signedDataInvalidChain,
      .signedDataExpiredChain, .signedDataInvalidSignature, .signedDataUnreadable,
      .signedDataWrongApp, .signedDataWrongEnvironment, .renewalMismatch, .sandboxNotAllowed,
      .wrongCredentials, .invalidCode, .unknownIssuer, .invalidIdentityToken,
      .expiredIdentityToken,
      .emailTaken, .ownedByAnotherCustomer, .accountNeeded, .profileNotFound,
      .offerNotEligible, .offersNotConfigured, .mailNotConfigured, .idempotencyKeyReused, .denied,
      .reservationLapsed, .nothingToShare, .alreadyMember, .limitReached,
      .ledgerReadOnly:
      false
    }
  }
}

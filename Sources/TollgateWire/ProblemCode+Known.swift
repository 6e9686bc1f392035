extension ProblemCode {
  /// The codes of this version in order of precedence, as an enum so that the table below forgets none.
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
    case conditionNotMet = "condition_not_met"
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
  /// What a code says to clients and to people.
  struct Traits {
    /// The HTTP status ([RFC 9110](https://www.rfc-editor.org/rfc/rfc9110), 15); several codes share one.
    let status: Int
    /// A few words for people, in English, the same for every occurrence as RFC 9457, 3.1.3, asks.
    let title: String
    /// Whether waiting is enough for the same request to succeed; false if it has to change first.
    let isRetryable: Bool
    let verdict: Verdict

    init(
      _ status: Int, _ title: String, isRetryable: Bool = false, _ verdict: Verdict = .unrelated
    ) {
      self.status = status
      self.title = title
      self.isRetryable = isRetryable
      self.verdict = verdict
    }
  }

  /// What a problem says about the transaction that was posted.
  enum Verdict {
    /// No server will record it for the caller: it belongs to another customer, or its data is damaged or forged.
    case settled
    /// The server's settings or version exclude it.
    case excluded
    /// Nothing.
    case unrelated
  }

  var traits: Traits {
    switch self {
    case .notFound: Traits(404, "No such path")
    case .methodNotAllowed: Traits(405, "Method not allowed")
    case .tooManyRequests: Traits(429, "Too many requests", isRetryable: true)
    case .bodyTooLarge: Traits(413, "Body too large")
    case .incompleteBody: Traits(400, "Incomplete body", isRetryable: true)
    case .unknownApp: Traits(404, "Unknown app")
    case .missingToken: Traits(401, "Customer token missing")
    case .invalidToken: Traits(401, "Customer token invalid")
    case .expiredToken: Traits(401, "Customer token expired")
    case .sessionEnded: Traits(401, "Session ended")
    case .customerMerged: Traits(401, "Customer merged")
    case .customerDeleted: Traits(401, "Customer deleted")
    case .anotherCustomer: Traits(403, "Another customer")
    case .secretKeyNotAllowed: Traits(403, "Secret key not allowed")
    case .missingSecretKey: Traits(401, "Secret key missing")
    case .secretKeyNeeded: Traits(403, "Secret key needed")
    case .secretKeyOfAnotherApp: Traits(403, "Secret key of another app")
    case .invalidSecretKey: Traits(401, "Secret key invalid")
    case .revokedSecretKey: Traits(401, "Secret key revoked")
    case .insufficientScope: Traits(403, "Scope insufficient")
    case .unknownCustomer: Traits(404, "Unknown customer")
    case .ambiguousUser: Traits(409, "Ambiguous user")
    case .missingIdempotencyKey: Traits(400, "Idempotency key missing")
    case .invalidIdempotencyKey: Traits(400, "Idempotency key invalid")
    case .invalidJSON: Traits(400, "Invalid JSON")
    case .invalidValue: Traits(422, "Invalid value")
    case .invalidEmail: Traits(422, "Invalid email address")
    case .invalidPassword: Traits(422, "Invalid password")
    case .unknownMilestone: Traits(404, "Unknown milestone")
    case .unknownAttribute: Traits(404, "Unknown attribute")
    case .unknownFeature: Traits(404, "Unknown feature")
    case .featureHoldsNothing: Traits(422, "Feature holds nothing")
    case .unknownPrompt: Traits(404, "Unknown prompt")
    case .unknownPaywall: Traits(404, "Unknown paywall")
    case .unknownPlacement: Traits(404, "Unknown placement")
    case .unknownNudge: Traits(404, "Unknown nudge")
    case .unknownProduct: Traits(404, "Unknown product")
    case .unknownEntitlement: Traits(404, "Unknown entitlement")
    case .unknownGrant: Traits(404, "Unknown grant")
    case .unknownTeam: Traits(404, "Unknown team")
    case .unknownSeat: Traits(404, "Unknown seat")
    case .signedDataTooLarge: Traits(422, "Signed data too large", .excluded)
    case .signedDataMalformed: Traits(422, "Signed data malformed", .settled)
    case .signedDataUnsupportedAlgorithm: Traits(422, "Algorithm not supported", .excluded)
    case .signedDataWrongChainLength: Traits(422, "Wrong number of certificates", .excluded)
    case .signedDataInvalidCertificate: Traits(422, "Invalid certificate", .settled)
    case .signedDataUntrusted: Traits(422, "Not signed by the store", .excluded)
    case .signedDataMissingMark: Traits(422, "Certificate without the store's mark", .excluded)
    case .signedDataInvalidChain: Traits(422, "Invalid chain of certificates", .settled)
    case .signedDataExpiredChain: Traits(422, "Expired certificate", .settled)
    case .signedDataInvalidSignature: Traits(422, "Invalid signature", .settled)
    case .signedDataUnreadable: Traits(422, "Signed data unreadable", .settled)
    case .signedDataWrongApp: Traits(422, "Signed data of another app", .excluded)
    case .signedDataWrongEnvironment: Traits(422, "Signed data of another environment", .excluded)
    case .renewalMismatch: Traits(422, "Renewal info of another subscription")
    case .sandboxNotAllowed: Traits(403, "Sandbox purchase not allowed", .excluded)
    case .tooManyAttempts: Traits(429, "Too many attempts", isRetryable: true)
    case .wrongCredentials: Traits(401, "Wrong email address or password")
    case .invalidCode: Traits(401, "Invalid code")
    case .unknownIssuer: Traits(401, "Unknown issuer")
    case .invalidIdentityToken: Traits(401, "Invalid issuer's token")
    case .expiredIdentityToken: Traits(401, "Expired issuer's token")
    case .emailTaken: Traits(409, "Email address taken")
    case .ownedByAnotherCustomer: Traits(409, "Owned by another customer", .settled)
    case .accountNeeded: Traits(403, "Account needed")
    case .profileNotFound: Traits(404, "Profile not found")
    case .offerNotEligible: Traits(403, "Not eligible for the offer")
    case .idempotencyKeyReused: Traits(422, "Idempotency key reused")
    case .denied: Traits(403, "Denied")
    case .reservationLapsed: Traits(403, "Reservation lapsed")
    case .nothingToShare: Traits(409, "Nothing to share")
    case .alreadyMember: Traits(409, "Already a member")
    case .conditionNotMet: Traits(409, "Condition not met")
    case .limitReached: Traits(409, "Limit reached")
    case .offersNotConfigured: Traits(503, "Offers not configured")
    case .mailNotConfigured: Traits(503, "Mail not configured")
    case .issuerUnavailable: Traits(503, "Issuer unavailable", isRetryable: true)
    case .busy: Traits(503, "Busy", isRetryable: true)
    case .clockBehind: Traits(503, "Server clock behind", isRetryable: true)
    case .ledgerUnavailable: Traits(503, "Ledger unavailable", isRetryable: true)
    case .ledgerReadOnly: Traits(503, "Ledger read-only")
    case .internalError: Traits(500, "Internal error", isRetryable: true)
    }
  }
}

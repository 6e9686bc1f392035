public import Tollgate

extension ProblemCode {
  /// Whether a refusal with this code settles a transaction, so that the client finishes it with the store.
  ///
  /// StoreKit delivers an unfinished transaction at every launch, and may return it instead of selling the same
  /// consumable again. A transaction is therefore finished if the server has recorded it for its owner, or if its data
  /// is damaged or forged. One that the server's settings or version exclude is finished only where nobody pays:
  /// somebody paid for a production transaction, and another version of the server may accept it. Any other problem
  /// says nothing about the transaction.
  ///
  /// - Parameter environment: The environment that the transaction names; nil if it cannot be read.
  /// - Returns: Whether the transaction is settled; false for a code that this version does not know.
  public func settlesTransaction(in environment: StoreEnvironment?) -> Bool {
    switch Known(rawValue: rawValue)?.verdict {
    case .settled: true
    case .excluded: environment != nil && environment != .production
    case .unrelated, nil: false
    }
  }
}

extension ProblemCode.Known {
  /// What a problem says about the transaction that was posted.
  fileprivate enum Verdict {
    /// No server will record it for the caller: it belongs to another customer, or its data is damaged or forged.
    case settled
    /// The server's settings or version exclude it.
    case excluded
    /// Nothing.
    case unrelated
  }

  fileprivate var verdict: Verdict {
    switch self {
    case .ownedByAnotherCustomer, .signedDataMalformed, .signedDataInvalidCertificate,
      .signedDataInvalidChain, .signedDataExpiredChain, .signedDataInvalidSignature,
      .signedDataUnreadable:
      .settled
    case .sandboxNotAllowed, .signedDataTooLarge, .signedDataUnsupportedAlgorithm,
      .signedDataWrongChainLength, .signedDataUntrusted, .signedDataMissingMark,
      .signedDataWrongApp, .signedDataWrongEnvironment:
      .excluded
    case .notFound, .methodNotAllowed, .tooManyRequests, .bodyTooLarge, .unknownApp, .missingToken,
      .invalidToken,
      .expiredToken, .sessionEnded, .customerMerged, .customerDeleted, .anotherCustomer,
      .secretKeyNotAllowed, .missingSecretKey, .secretKeyNeeded, .secretKeyOfAnotherApp,
      .invalidSecretKey, .revokedSecretKey, .insufficientScope, .unknownCustomer, .ambiguousUser,
      .incompleteBody,
      .missingIdempotencyKey,
      .invalidIdempotencyKey, .invalidJSON, .invalidValue, .invalidEmail, .invalidPassword,
      .unknownMilestone, .unknownAttribute, .unknownFeature, .featureHoldsNothing, .unknownPrompt,
      .unknownPaywall,
      .unknownPlacement, .unknownNudge, .unknownProduct, .unknownEntitlement, .unknownGrant,
      .unknownTeam, .unknownSeat, .renewalMismatch, .offerNotEligible,
      .offersNotConfigured, .mailNotConfigured, .tooManyAttempts, .wrongCredentials, .invalidCode,
      .unknownIssuer, .invalidIdentityToken, .expiredIdentityToken, .emailTaken, .accountNeeded,
      .profileNotFound, .idempotencyKeyReused, .denied, .reservationLapsed,
      .nothingToShare, .alreadyMember, .limitReached, .issuerUnavailable, .busy,
      .clockBehind, .ledgerUnavailable, .ledgerReadOnly, .internalError:
      .unrelated
    }
  }
}

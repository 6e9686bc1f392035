/// The stable code of a problem.
///
/// Codes are never renamed or reused; newer servers may add some, which are kept as written. If several apply to a
/// request, the one that comes first in ``known`` is reported.
public struct ProblemCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var description: String { rawValue }

  /// Every code of this version, in order of precedence.
  public static let known = Known.allCases.map { Self($0) }

  /// The HTTP status for the code; 500 for one that this version does not know.
  public var status: Int { traits?.status ?? 500 }

  public var title: String { traits?.title ?? "Unrecognized problem" }

  /// Whether the same request may succeed later without any other action; false for a code that this version does not
  /// know.
  ///
  /// A decoded ``Problem`` has the server's own answer, which is right for newer codes too.
  public var isRetryable: Bool { traits?.isRetryable ?? false }

  private init(_ code: Known) { rawValue = code.rawValue }

  /// What is known of the code; nil for one that this version does not know.
  var traits: Known.Traits? { Known(rawValue: rawValue)?.traits }

  /// No endpoint has that path.
  public static let notFound = Self(.notFound)
  /// This path does not support this method.
  public static let methodNotAllowed = Self(.methodNotAllowed)
  /// Too many requests from the address, of the customer, for the app or with the secret key: try again after the
  /// problem's `retryAfter`.
  public static let tooManyRequests = Self(.tooManyRequests)
  /// The body is larger than the server accepts.
  public static let bodyTooLarge = Self(.bodyTooLarge)
  /// The connection ended before the body was complete.
  public static let incompleteBody = Self(.incompleteBody)
  /// The server has no blueprint for that app.
  public static let unknownApp = Self(.unknownApp)
  /// The endpoint requires a customer token and none was sent.
  public static let missingToken = Self(.missingToken)
  /// The token was not issued by this server for this app.
  public static let invalidToken = Self(.invalidToken)
  /// The token is no longer valid, 30 days after its creation: exchange it for a new one, or sign in after 400 days.
  public static let expiredToken = Self(.expiredToken)
  /// The token's session was ended: sign in again.
  public static let sessionEnded = Self(.sessionEnded)
  /// The token's customer was merged into another: exchange the token, or sign in.
  public static let customerMerged = Self(.customerMerged)
  /// The token's customer was deleted: discard the token and everything cached about the customer.
  public static let customerDeleted = Self(.customerDeleted)
  /// The token belongs to another customer.
  public static let anotherCustomer = Self(.anotherCustomer)
  /// The endpoint is for a customer with a token, not for a secret key.
  public static let secretKeyNotAllowed = Self(.secretKeyNotAllowed)
  /// The endpoint requires a secret key and none was sent.
  public static let missingSecretKey = Self(.missingSecretKey)
  /// The endpoint is for the app's own backend, which sends a secret key instead of a customer token.
  public static let secretKeyNeeded = Self(.secretKeyNeeded)
  /// The secret key is for a different app than the path.
  public static let secretKeyOfAnotherApp = Self(.secretKeyOfAnotherApp)
  /// The app has no such secret key.
  public static let invalidSecretKey = Self(.invalidSecretKey)
  /// The secret key was revoked.
  public static let revokedSecretKey = Self(.revokedSecretKey)
  /// The secret key's scope does not include the endpoint.
  public static let insufficientScope = Self(.insufficientScope)
  /// The app has no such customer.
  public static let unknownCustomer = Self(.unknownCustomer)
  /// Several issuers of the app have a user with that id.
  public static let ambiguousUser = Self(.ambiguousUser)
  /// The endpoint requires an idempotency key and none was sent.
  public static let missingIdempotencyKey = Self(.missingIdempotencyKey)
  /// The idempotency key is too long or contains characters other than printable ASCII.
  public static let invalidIdempotencyKey = Self(.invalidIdempotencyKey)
  /// The body is not valid JSON for this endpoint.
  public static let invalidJSON = Self(.invalidJSON)
  /// The body has a value that is out of range.
  public static let invalidValue = Self(.invalidValue)
  /// The email address is invalid.
  public static let invalidEmail = Self(.invalidEmail)
  /// The password is too short or too long.
  public static let invalidPassword = Self(.invalidPassword)
  /// The blueprint has no such milestone.
  public static let unknownMilestone = Self(.unknownMilestone)
  /// The blueprint has no such attribute.
  public static let unknownAttribute = Self(.unknownAttribute)
  /// The blueprint has no such feature.
  public static let unknownFeature = Self(.unknownFeature)
  /// The feature counts uses and holds no items.
  public static let featureHoldsNothing = Self(.featureHoldsNothing)
  /// The blueprint has no such prompt.
  public static let unknownPrompt = Self(.unknownPrompt)
  /// The blueprint has no such paywall.
  public static let unknownPaywall = Self(.unknownPaywall)
  /// The blueprint has no such placement.
  public static let unknownPlacement = Self(.unknownPlacement)
  /// The blueprint has no such nudge.
  public static let unknownNudge = Self(.unknownNudge)
  /// The blueprint has no such product that renews automatically.
  public static let unknownProduct = Self(.unknownProduct)
  /// The blueprint has no such entitlement.
  public static let unknownEntitlement = Self(.unknownEntitlement)
  /// The customer has no such grant, or the blueprint lists none of that name.
  public static let unknownGrant = Self(.unknownGrant)
  /// The blueprint lists no such team.
  public static let unknownTeam = Self(.unknownTeam)
  /// The customer neither shares nor has such a seat.
  public static let unknownSeat = Self(.unknownSeat)
  /// Signed data is larger than the store ever produces.
  public static let signedDataTooLarge = Self(.signedDataTooLarge)
  /// Signed data is not a compact JSON Web Signature.
  public static let signedDataMalformed = Self(.signedDataMalformed)
  /// Signed data names an algorithm the store does not use.
  public static let signedDataUnsupportedAlgorithm = Self(.signedDataUnsupportedAlgorithm)
  /// Signed data has too few or too many certificates.
  public static let signedDataWrongChainLength = Self(.signedDataWrongChainLength)
  /// A certificate of signed data cannot be read.
  public static let signedDataInvalidCertificate = Self(.signedDataInvalidCertificate)
  /// Signed data was not signed by the store.
  public static let signedDataUntrusted = Self(.signedDataUntrusted)
  /// A certificate of signed data lacks the store's marker extension.
  public static let signedDataMissingMark = Self(.signedDataMissingMark)
  /// The certificates of signed data do not form a chain.
  public static let signedDataInvalidChain = Self(.signedDataInvalidChain)
  /// A certificate of signed data was not valid at the time of signing.
  public static let signedDataExpiredChain = Self(.signedDataExpiredChain)
  /// The signature does not match the data.
  public static let signedDataInvalidSignature = Self(.signedDataInvalidSignature)
  /// Signed data lacks a member or has one of the wrong type.
  public static let signedDataUnreadable = Self(.signedDataUnreadable)
  /// Signed data is about another app.
  public static let signedDataWrongApp = Self(.signedDataWrongApp)
  /// Signed data is from another environment of the store.
  public static let signedDataWrongEnvironment = Self(.signedDataWrongEnvironment)
  /// The renewal info belongs to a different subscription than the transaction.
  public static let renewalMismatch = Self(.renewalMismatch)
  /// The app does not accept sandbox purchases from this customer.
  public static let sandboxNotAllowed = Self(.sandboxNotAllowed)
  /// Too many attempts, such as wrong passwords: try again after the problem's `retryAfter`.
  public static let tooManyAttempts = Self(.tooManyAttempts)
  /// The email address or the password is wrong.
  public static let wrongCredentials = Self(.wrongCredentials)
  /// The one-time code is wrong, has expired, or was used or tried too often.
  public static let invalidCode = Self(.invalidCode)
  /// The app does not accept tokens from that issuer.
  public static let unknownIssuer = Self(.unknownIssuer)
  /// The issuer's token is forged, for another app, or does not meet the app's requirements.
  public static let invalidIdentityToken = Self(.invalidIdentityToken)
  /// The issuer's token has expired: get a new one.
  public static let expiredIdentityToken = Self(.expiredIdentityToken)
  /// The email address already has an account.
  public static let emailTaken = Self(.emailTaken)
  /// The purchase belongs to another account.
  public static let ownedByAnotherCustomer = Self(.ownedByAnotherCustomer)
  /// The request requires an account.
  public static let accountNeeded = Self(.accountNeeded)
  /// The account's profile has not been created yet.
  public static let profileNotFound = Self(.profileNotFound)
  /// The customer never had a subscription of the product's group, as promotional offers require, or no paywall shows
  /// them the offer.
  public static let offerNotEligible = Self(.offerNotEligible)
  /// The idempotency key was already used for a different request.
  public static let idempotencyKeyReused = Self(.idempotencyKeyReused)
  /// The blueprint's rules deny the feature; the problem carries the denial.
  public static let denied = Self(.denied)
  /// The reservation lapsed before the use was made, and the rules now deny it; the problem carries the denial.
  public static let reservationLapsed = Self(.reservationLapsed)
  /// The customer has nothing by their own means that the team shares.
  public static let nothingToShare = Self(.nothingToShare)
  /// The customer is the owner or a member of the team already.
  public static let alreadyMember = Self(.alreadyMember)
  /// The customer does not meet the condition under which the blueprint gives a listed grant, or the owner of a team the
  /// condition under which it is shared.
  public static let conditionNotMet = Self(.conditionNotMet)
  /// The customer has as many records of this kind as the server keeps, or has had a listed grant as often as the
  /// blueprint allows.
  public static let limitReached = Self(.limitReached)
  /// The server has no in-app purchase key to sign offers with.
  public static let offersNotConfigured = Self(.offersNotConfigured)
  /// The server has no way to send mail.
  public static let mailNotConfigured = Self(.mailNotConfigured)
  /// The issuer's keys are currently not available.
  public static let issuerUnavailable = Self(.issuerUnavailable)
  /// Too many requests wait, or others wrote to the customer at the same time.
  public static let busy = Self(.busy)
  /// The server's clock is over a day behind what it has recorded for the customer.
  public static let clockBehind = Self(.clockBehind)
  /// The ledger currently cannot be read or written.
  public static let ledgerUnavailable = Self(.ledgerUnavailable)
  /// The ledger cannot be written until an operator acts.
  public static let ledgerReadOnly = Self(.ledgerReadOnly)
  /// Unexpected server error.
  public static let internalError = Self(.internalError)
}

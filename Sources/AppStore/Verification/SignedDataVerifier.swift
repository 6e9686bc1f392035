import Crypto
public import Foundation

/// Verifies what the App Store signs: transactions, renewal infos and notifications.
///
/// Data is accepted when its certificates form a chain with Apple's marks up to a pinned root that was
/// valid at the time of signing, the signature holds, and it is about this app in an accepted
/// environment. Nothing is fetched, and nothing in the payload is read before the signature holds.
/// Verified chains are remembered up to a limit. Safe to use from many tasks at once.
///
/// Data signed by Xcode's local testing carries another kind of chain and is always refused.
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/jwstransaction>.
public final class SignedDataVerifier: Sendable {
  /// How many bytes a signed text may have.
  public static let sizeLimit = 64 * 1024

  /// How many verified chains are remembered unless told otherwise.
  public static let defaultCacheLimit = 64

  /// The app's bundle identifier.
  public let bundleID: String

  /// Apple's number for the app, which notifications carry in production.
  public let appAppleID: Int64?

  /// The environments that are accepted.
  public let environments: Set<Environment>

  private let roots: Set<[UInt8]>
  let cache: ChainCache

  /// Makes a verifier for one app.
  ///
  /// - Parameters:
  ///   - roots: The root certificates to trust, in DER.
  ///   - bundleID: The app's bundle identifier.
  ///   - appAppleID: Apple's number for the app. Without it every notification of production is refused.
  ///   - environments: The environments to accept.
  ///   - cacheLimit: How many verified chains to remember; 0 remembers none.
  public init(
    roots: [Data] = [AppleRootCertificate.der], bundleID: String, appAppleID: Int64? = nil,
    environments: Set<Environment>, cacheLimit: Int = SignedDataVerifier.defaultCacheLimit
  ) {
    self.roots = Set(roots.map { Array($0) })
    self.bundleID = bundleID
    self.appAppleID = appAppleID
    self.environments = environments
    self.cache = ChainCache(limit: cacheLimit)
  }

  /// Verifies a signed transaction.
  ///
  /// - Parameters:
  ///   - jws: The signed transaction.
  ///   - now: The instant to judge the chain at when the data does not say when it was signed.
  /// - Returns: The transaction.
  /// - Throws: ``VerificationError``
  public nonisolated(nonsending) func transaction(
    _ jws: String, at now: Milliseconds
  ) async throws(VerificationError) -> Verified<TransactionPayload> {
    let payload: TransactionPayload = try decode(try await payload(of: jws, at: now))
    try check(bundle: payload.bundleId)
    try check(environment: payload.environment)
    return Verified(payload: payload, jws: jws, signedDate: payload.signedDate)
  }

  /// Verifies a signed renewal info, which names no app: only its environment is compared.
  ///
  /// - Parameters:
  ///   - jws: The signed renewal info.
  ///   - now: The instant to judge the chain at when the data does not say when it was signed.
  /// - Returns: The renewal info.
  /// - Throws: ``VerificationError``
  public nonisolated(nonsending) func renewalInfo(
    _ jws: String, at now: Milliseconds
  ) async throws(VerificationError) -> Verified<RenewalInfoPayload> {
    let payload: RenewalInfoPayload = try decode(try await payload(of: jws, at: now))
    try check(environment: payload.environment)
    return Verified(payload: payload, jws: jws, signedDate: payload.signedDate)
  }

  /// Verifies a notification; the transaction and renewal info inside are verified by calls of their own.
  ///
  /// - Parameters:
  ///   - jws: The `signedPayload` of the notification.
  ///   - now: The instant to judge the chain at when the data does not say when it was signed.
  /// - Returns: The notification.
  /// - Throws: ``VerificationError``
  public nonisolated(nonsending) func notification(
    _ jws: String, at now: Milliseconds
  ) async throws(VerificationError) -> Verified<NotificationPayload> {
    let payload: NotificationPayload = try decode(try await payload(of: jws, at: now))
    guard let origin = payload.origin else {
      throw VerificationError(.payloadUnreadable, "The notification does not say what it is about.")
    }
    try check(bundle: origin.bundleID)
    if origin.environment == .production, appAppleID == nil || origin.appAppleID != appAppleID {
      throw VerificationError(.wrongApp, "The notification is about another app in production.")
    }
    try check(environment: origin.environment)
    return Verified(payload: payload, jws: jws, signedDate: payload.signedDate)
  }

  /// Verifies chain, time and signature, and nothing about app or environment.
  ///
  /// - Parameters:
  ///   - jws: The signed text.
  ///   - now: The instant to judge the chain at when the data does not say when it was signed.
  /// - Returns: The signed JSON.
  /// - Throws: ``VerificationError``
  public nonisolated(nonsending) func payload(
    of jws: String, at now: Milliseconds
  ) async throws(VerificationError) -> Data {
    let parts = try CompactJWS(jws, sizeLimit: Self.sizeLimit)
    if let known = cache.header(parts.header) {
      return try payload(of: parts, under: known, at: now)
    }
    let header = try ProtectedHeader(try parts.decodedHeader())
    let chain = try await chain(of: header.certificates)
    var hashed = SHA256()
    parts.header.withUnsafeBytes { hashed.update(bufferPointer: $0) }
    let known = ChainCache.Header(text: Array(parts.header), hashed: hashed, chain: chain)
    let payload = try payload(of: parts, under: known, at: now)
    cache.insert(known)
    return payload
  }

  private nonisolated(nonsending) func chain(
    of certificates: [[UInt8]]
  ) async throws(VerificationError) -> CertificateChain {
    if let known = cache.chain(certificates) { return known }
    let chain = try await CertificateChain.verify(certificates, roots: roots)
    cache.insert(chain, of: certificates)
    return chain
  }

  private func payload(
    of parts: CompactJWS, under header: ChainCache.Header, at now: Milliseconds
  ) throws(VerificationError) -> Data {
    let payload = try parts.decodedPayload()
    var hashed = header.hashed
    parts.signedAfterHeader.withUnsafeBytes { hashed.update(bufferPointer: $0) }
    let signature: P256.Signing.ECDSASignature
    do {
      signature = try P256.Signing.ECDSASignature(rawRepresentation: try parts.decodedSignature())
    } catch let error as VerificationError {
      throw error
    } catch {
      throw VerificationError(.invalidSignature, "The signature cannot be read.")
    }
    guard header.chain.key.isValidSignature(signature, for: hashed.finalize()) else {
      throw VerificationError(.invalidSignature, "The signature does not fit the data.")
    }
    let signed: Milliseconds
    switch SigningTime.read(in: payload) {
    case .at(let date): signed = date
    case .absent: signed = now
    case .unreadable:
      throw VerificationError(.payloadUnreadable, "The signing time is no number.")
    }
    guard header.chain.validity.contains(signed) else {
      throw VerificationError(
        .certificateExpired, "A certificate of the chain was not valid at the time of signing.")
    }
    return Data(payload)
  }
}

extension SignedDataVerifier {
  private func decode<Payload: Decodable>(
    _ json: Data
  ) throws(VerificationError) -> Payload {
    do {
      return try JSONDecoder().decode(Payload.self, from: json)
    } catch {
      throw VerificationError(
        .payloadUnreadable, "A field of the payload is missing or of another type.")
    }
  }

  private func check(bundle: String) throws(VerificationError) {
    guard bundle == bundleID else {
      throw VerificationError(.wrongBundle, "The data is about another bundle identifier.")
    }
  }

  private func check(environment: Environment) throws(VerificationError) {
    guard environments.contains(environment) else {
      throw VerificationError(
        .wrongEnvironment, "The data is from an environment not accepted here.")
    }
  }
}

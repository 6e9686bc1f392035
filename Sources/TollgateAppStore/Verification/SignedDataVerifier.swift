import Crypto
public import Foundation
import TollgateMutex

/// Verifies data that the App Store signs: transactions, renewal infos, app transactions and notifications.
///
/// Data is accepted if its certificates form a chain with Apple's marker extensions up to a pinned root that was valid
/// at the time of signing, the signature is valid, and the data is for this app in an accepted environment. Nothing is
/// fetched, and nothing in the payload is read before the signature is verified. Verified chains are cached up to a
/// limit. Safe to use from many tasks concurrently.
///
/// Data from Xcode's local testing carries a single certificate without a trusted issuer. It is accepted only if
/// ``environments`` contains ``Environment/xcode`` or ``Environment/localTesting``, its signature matches that
/// certificate, and it names one of those two environments itself. The certificate must be one of the pinned local
/// certificates; if none is pinned any certificate is accepted, but never together with ``Environment/production``. A
/// verifier on a developer's machine can pin the one that it sees first.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/jwstransaction>.
public final class SignedDataVerifier: Sendable {
  /// The greatest number of bytes in signed data.
  public static let sizeLimit = 64 * 1024

  /// The default number of cached chains.
  public static let defaultCacheLimit = 64

  public let bundleID: String

  /// The app's Apple ID, which notifications and app transactions carry in production.
  public let appAppleID: Int64?

  /// The environments that are accepted.
  public let environments: Set<Environment>

  private let roots: Set<[UInt8]>
  private let localCertificates: Set<[UInt8]>
  private let onFirstLocal: (@Sendable (Data) -> Void)?
  private let firstLocal = Mutex<[UInt8]?>(nil)
  let cache: ChainCache

  /// Creates a verifier for one app.
  ///
  /// - Parameters:
  ///   - roots: The root certificates to trust, in DER.
  ///   - appAppleID: The app's Apple ID. Without it every notification and every app transaction from production is
  ///     rejected.
  ///   - localCertificates: The trusted certificates of Xcode's local testing, in DER, as saved by Xcode's Editor >
  ///     Save Public Certificate.
  ///   - onFirstLocal: Called with the certificate of the first data from local testing that is accepted, which is the
  ///     only one from then on; if nil, data from local testing may come with several.
  ///   - cacheLimit: How many verified chains to cache; 0 disables the cache.
  public init(
    roots: [Data] = [AppleRootCertificate.der], bundleID: String, appAppleID: Int64? = nil,
    environments: Set<Environment>, localCertificates: [Data] = [],
    onFirstLocal: (@Sendable (Data) -> Void)? = nil,
    cacheLimit: Int = SignedDataVerifier.defaultCacheLimit
  ) {
    self.localCertificates = Set(localCertificates.map { Array($0) })
    self.onFirstLocal = onFirstLocal
    self.roots = Set(roots.map { Array($0) })
    self.bundleID = bundleID
    self.appAppleID = appAppleID
    self.environments = environments
    self.cache = ChainCache(limit: cacheLimit)
  }

  /// Verifies a signed transaction.
  ///
  /// - Parameter now: The instant to validate the chain at if the data does not say when it was signed.
  public nonisolated(nonsending) func transaction(
    _ jws: String, at now: Instant
  ) async throws(VerificationError) -> Verified<TransactionPayload> {
    let signed = try await signedJSON(of: jws, at: now)
    let payload: TransactionPayload = try decode(signed.json)
    try check(bundle: payload.bundleId)
    try check(environment: payload.environment, of: signed)
    return Verified(payload: payload, jws: jws, signedDate: payload.signedDate)
  }

  /// Verifies a signed renewal info, which names no app: only its environment is checked.
  ///
  /// - Parameter now: The instant to validate the chain at if the data does not say when it was signed.
  public nonisolated(nonsending) func renewalInfo(
    _ jws: String, at now: Instant
  ) async throws(VerificationError) -> Verified<RenewalInfoPayload> {
    let signed = try await signedJSON(of: jws, at: now)
    let payload: RenewalInfoPayload = try decode(signed.json)
    try check(environment: payload.environment, of: signed)
    return Verified(payload: payload, jws: jws, signedDate: payload.signedDate)
  }

  /// Verifies a notification; the transaction and renewal info inside are verified separately.
  ///
  /// One about released seats may name neither app nor environment: the seats themselves identify the app.
  ///
  /// - Parameters:
  ///   - jws: The `signedPayload` of the notification.
  ///   - now: The instant to validate the chain at if the data does not say when it was signed.
  public nonisolated(nonsending) func notification(
    _ jws: String, at now: Instant
  ) async throws(VerificationError) -> Verified<NotificationPayload> {
    let signed = try await signedJSON(of: jws, at: now)
    let payload: NotificationPayload = try decode(signed.json)
    guard let origin = payload.origin else {
      throw VerificationError(.payloadUnreadable, "The notification does not say what it is about.")
    }
    if let bundleID = origin.bundleID { try check(bundle: bundleID) }
    if let environment = origin.environment {
      try check(app: origin.appAppleID, in: environment)
      try check(environment: environment, of: signed)
    } else if signed.localCertificate != nil {
      throw VerificationError(
        .wrongEnvironment, "The locally signed notification does not name its environment.")
    }
    return Verified(payload: payload, jws: jws, signedDate: payload.signedDate)
  }

  /// Verifies a signed app transaction: the customer's download of the app.
  ///
  /// - Parameter now: The instant to validate the chain at if the data does not say when it was signed.
  public nonisolated(nonsending) func appTransaction(
    _ jws: String, at now: Instant
  ) async throws(VerificationError) -> Verified<AppTransactionPayload> {
    let signed = try await signedJSON(of: jws, at: now)
    let payload: AppTransactionPayload = try decode(signed.json)
    try check(bundle: payload.bundleId)
    try check(app: payload.appAppleId, in: payload.receiptType)
    try check(environment: payload.receiptType, of: signed)
    return Verified(payload: payload, jws: jws, signedDate: payload.receiptCreationDate)
  }

  /// Verifies chain, time and signature, but neither app nor environment.
  ///
  /// Data from Xcode's local testing has no chain, and is rejected here in every environment.
  ///
  /// - Parameter now: The instant to validate the chain at if the data does not say when it was signed.
  public nonisolated(nonsending) func payload(
    of jws: String, at now: Instant
  ) async throws(VerificationError) -> Data {
    let signed = try await signedJSON(of: jws, at: now, acceptsLocal: false)
    return signed.json
  }

  /// JSON with a verified signature.
  private struct SignedJSON {
    let json: Data
    /// The certificate of local testing, which nobody vouches for; nil if a trusted chain stands behind the signature.
    var localCertificate: [UInt8]?
  }

  private nonisolated(nonsending) func signedJSON(
    of jws: String, at now: Instant
  ) async throws(VerificationError) -> SignedJSON {
    try await signedJSON(of: jws, at: now, acceptsLocal: acceptsLocal)
  }

  private nonisolated(nonsending) func signedJSON(
    of jws: String, at now: Instant, acceptsLocal: Bool
  ) async throws(VerificationError) -> SignedJSON {
    let parts = try CompactJWS(jws, sizeLimit: Self.sizeLimit)
    if let known = cache.header(parts.header) {
      return SignedJSON(json: try payload(of: parts, under: known, at: now))
    }
    let header = try ProtectedHeader(try parts.decodedHeader(), acceptsLocal: acceptsLocal)
    if header.isLocal {
      guard localCertificates.isEmpty || localCertificates.contains(header.certificates[0]) else {
        throw VerificationError(.untrustedRoot, VerificationError.localRefusal)
      }
      let key = try CertificateChain.key(of: header.certificates[0])
      return SignedJSON(
        json: try localPayload(of: parts, key: key), localCertificate: header.certificates[0])
    }
    let chain = try await chain(of: header.certificates)
    var hashed = SHA256()
    parts.header.withUnsafeBytes { hashed.update(bufferPointer: $0) }
    let known = ChainCache.Header(text: Array(parts.header), hashed: hashed, chain: chain)
    let payload = try payload(of: parts, under: known, at: now)
    cache.insert(known)
    return SignedJSON(json: payload)
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
    of parts: CompactJWS, under header: ChainCache.Header, at now: Instant
  ) throws(VerificationError) -> Data {
    var hashed = header.hashed
    parts.signedAfterHeader.withUnsafeBytes { hashed.update(bufferPointer: $0) }
    let payload = try payload(of: parts, hashed: hashed, key: header.chain.key)
    let signed: Instant
    switch SigningTime.read(in: payload) {
    case .at(let date): signed = date
    case .absent: signed = now
    case .unreadable:
      throw VerificationError(.payloadUnreadable, "The signing time is not a number.")
    }
    guard header.chain.validity.contains(signed) else {
      throw VerificationError(
        .certificateExpired, "A certificate of the chain was not valid at the time of signing.")
    }
    return Data(payload)
  }

  /// The payload of Xcode's local testing, whose certificate proves only that the bytes are unchanged.
  private func localPayload(
    of parts: CompactJWS, key: P256.Signing.PublicKey
  ) throws(VerificationError) -> Data {
    var hashed = SHA256()
    parts.header.withUnsafeBytes { hashed.update(bufferPointer: $0) }
    parts.signedAfterHeader.withUnsafeBytes { hashed.update(bufferPointer: $0) }
    return Data(try payload(of: parts, hashed: hashed, key: key))
  }

  private func payload(
    of parts: CompactJWS, hashed: SHA256, key: P256.Signing.PublicKey
  ) throws(VerificationError) -> [UInt8] {
    let payload = try parts.decodedPayload()
    let signature: P256.Signing.ECDSASignature
    do {
      signature = try P256.Signing.ECDSASignature(rawRepresentation: try parts.decodedSignature())
    } catch let error as VerificationError {
      throw error
    } catch {
      throw VerificationError(.invalidSignature, "The signature cannot be read.")
    }
    guard key.isValidSignature(signature, for: hashed.finalize()) else {
      throw VerificationError(.invalidSignature, "The signature does not fit the data.")
    }
    return payload
  }
}

extension SignedDataVerifier {
  /// Whether data from local testing is accepted; together with production only with a pinned certificate.
  private var acceptsLocal: Bool {
    (!localCertificates.isEmpty || !environments.contains(.production))
      && !environments.isDisjoint(with: Self.localEnvironments)
  }

  private static let localEnvironments: Set<Environment> = [.xcode, .localTesting]

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

  private func check(
    app: Int64?, in environment: Environment
  ) throws(VerificationError) {
    if environment == .production, appAppleID == nil || app != appAppleID {
      throw VerificationError(.wrongApp, "The data is about another app in production.")
    }
  }

  /// Data with an untrusted certificate must be from local testing, whatever else is accepted.
  private func check(
    environment: Environment, of signed: SignedJSON
  ) throws(VerificationError) {
    guard environments.contains(environment),
      signed.localCertificate == nil || Self.localEnvironments.contains(environment)
    else {
      throw VerificationError(
        .wrongEnvironment, "The data is from an environment not accepted here.")
    }
    if let certificate = signed.localCertificate { try pin(certificate) }
  }

  /// Accepts the certificate that was accepted first and no other, if the verifier pins it.
  private func pin(_ certificate: [UInt8]) throws(VerificationError) {
    guard let onFirstLocal else { return }
    let (first, isNew) = firstLocal.withLock { first in
      let isNew = first == nil
      let pinned = first ?? certificate
      first = pinned
      return (pinned, isNew)
    }
    guard first == certificate else {
      throw VerificationError(.untrustedRoot, VerificationError.otherLocalRefusal)
    }
    if isNew { onFirstLocal(Data(certificate)) }
  }
}

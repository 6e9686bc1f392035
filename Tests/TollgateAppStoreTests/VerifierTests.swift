import AppStoreSimulatorTestSupport
import Crypto
import Foundation
import Testing

@testable import AppStoreSimulator
@testable import TollgateAppStore

@Suite("The verifier")
struct VerifierTests {
  @Test("the verifier accepts what a pinned chain signed, and says when it was signed")
  func accepts() async throws {
    let chain = try SigningChain()
    let jws = try chain.sign(Shop.transaction())
    let verified = try await verifier(chain).transaction(jws, at: Shop.days(1))
    #expect(verified.payload == Shop.transaction())
    #expect(verified.jws == jws)
    #expect(verified.signedDate == Shop.start)
  }

  @Test("the verifier judges the chain at the signing time, not now")
  func signingTime() async throws {
    let chain = try SigningChain()
    let jws = try chain.sign(Shop.transaction())
    _ = try await verifier(chain).transaction(jws, at: Instant(milliseconds: 5_000_000_000_000))
  }

  @Test("the verifier judges data without a signing time now")
  func withoutSigningTime() async throws {
    let chain = try SigningChain()
    let jws = try chain.sign(["text": "{\"signedDate\":1}"])
    let verifier = verifier(chain)
    _ = try await verifier.payload(of: jws, at: Shop.start)
    let error = await #expect(throws: VerificationError.self) {
      try await verifier.payload(of: jws, at: Instant(milliseconds: 5_000_000_000_000))
    }
    #expect(error?.code == .certificateExpired)
  }

  @Test("the verifier gives the same result cold, warm and without a cache")
  func warmEqualsCold() async throws {
    let chain = try SigningChain()
    let uncached = verifier(chain, cacheLimit: 0)
    let cached = verifier(chain)
    for index in 0..<5 {
      let jws = try chain.sign(Shop.transaction(signed: Shop.days(index)))
      let cold = try await uncached.transaction(jws, at: Shop.start)
      let warm = try await cached.transaction(jws, at: Shop.start)
      #expect(cold == warm)
    }
    #expect(cached.cache.counts == (headers: 1, chains: 1))
    #expect(uncached.cache.counts == (headers: 0, chains: 0))
  }

  @Test("the verifier caches no more chains than its limit, and still verifies evicted ones")
  func boundedCache() async throws {
    let chains = try (1...5).map { try SigningChain(seed: $0) }
    let verifier = SignedDataVerifier(
      roots: chains.map(\.root), bundleID: Shop.bundleID, environments: [.sandbox], cacheLimit: 2)
    for chain in chains + chains.reversed() + chains {
      _ = try await verifier.transaction(chain.sign(Shop.transaction()), at: Shop.start)
      #expect(verifier.cache.counts.headers <= 2)
      #expect(verifier.cache.counts.chains <= 2)
    }
    #expect(verifier.cache.counts == (headers: 2, chains: 2))
  }

  @Test("the verifier caches nothing of a header without a valid signature")
  func cachePoisoning() async throws {
    let chain = try SigningChain()
    let verifier = verifier(chain)
    let genuine = try chain.sign(Shop.transaction())
    for index in 0..<5 {
      let header = Forger.headerJSON(
        certificates: chain.certificates, more: ",\"kid\":\"\(index)\"")
      await #expect(throws: VerificationError.self) {
        try await verifier.transaction(
          Forger.replacingHeader(of: genuine, with: header), at: Shop.start)
      }
    }
    #expect(verifier.cache.counts == (headers: 0, chains: 1))
  }

  @Test("the verifier verifies from many tasks at once")
  func concurrent() async throws {
    let chains = try (1...3).map { try SigningChain(seed: $0) }
    let verifier = SignedDataVerifier(
      roots: chains.map(\.root), bundleID: Shop.bundleID, environments: [.sandbox], cacheLimit: 2)
    let texts = try chains.map { try $0.sign(Shop.transaction()) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<60 {
        group.addTask {
          let verified = try await verifier.transaction(texts[index % 3], at: Shop.start)
          #expect(verified.payload == Shop.transaction())
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("ships Apple's root with its published SHA-256")
  func appleRoot() {
    let digest = SHA256.hash(data: AppleRootCertificate.der)
    #expect(
      digest.map { String(UInt16($0) + 0x100, radix: 16).suffix(2) }.joined()
        == "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179")
  }

  @Test(
    "the verifier trusts the chain that Apple signs with, so that only the signature is missing")
  func appleChain() async throws {
    let apple = ApplePublishedChain.certificates + [AppleRootCertificate.der]
    let header = SigningChain.header(algorithm: "ES256", certificates: apple)
    let signed = Instant(milliseconds: 1_681_312_846_000)
    let json = try JSONEncoder().encode(Shop.transaction(signed: signed))
    let jws = try SigningChain().sign(json: json, header: header)
    let verifier = SignedDataVerifier(bundleID: Shop.bundleID, environments: [.sandbox])
    let error = await #expect(throws: VerificationError.self) {
      try await verifier.transaction(jws, at: signed)
    }
    #expect(error?.code == .invalidSignature)
    #expect(verifier.cache.counts == (headers: 0, chains: 1))
  }

  private func verifier(_ chain: SigningChain, cacheLimit: Int = 64) -> SignedDataVerifier {
    SignedDataVerifier(
      roots: [chain.root], bundleID: Shop.bundleID, environments: [.sandbox],
      cacheLimit: cacheLimit)
  }
}

@Suite("The verifier of notifications")
struct NotificationVerifierTests {
  @Test(
    "the verifier of notifications compares app and environment in whichever part names them",
    arguments: [
      ("data", VerificationError.Code?.none), ("summary", nil), ("token", nil), ("appData", nil),
      ("unclaimInfo", nil), ("unclaimInfo alone", nil), ("unclaimInfo of another", .wrongBundle),
      ("another bundle", .wrongBundle), ("sandbox", .wrongEnvironment),
      ("another app", .wrongApp), ("no app", .wrongApp), ("nothing", .payloadUnreadable),
    ])
  func origin(_ part: String, _ code: VerificationError.Code?) async throws {
    let chain = try SigningChain()
    let verifier = SignedDataVerifier(
      roots: [chain.root], bundleID: Shop.bundleID, appAppleID: 42, environments: [.production])
    let jws = try chain.sign(notification(part))
    if let code {
      let error = await #expect(throws: VerificationError.self) {
        try await verifier.notification(jws, at: Shop.start)
      }
      #expect(error?.code == code)
    } else {
      let verified = try await verifier.notification(jws, at: Shop.start)
      #expect(verified.payload == notification(part))
    }
  }

  @Test("the verifier of notifications refuses production altogether without the app's Apple ID")
  func withoutAppleID() async throws {
    let chain = try SigningChain()
    let verifier = SignedDataVerifier(
      roots: [chain.root], bundleID: Shop.bundleID, environments: [.production])
    let jws = try chain.sign(notification("no app"))
    let error = await #expect(throws: VerificationError.self) {
      try await verifier.notification(jws, at: Shop.start)
    }
    #expect(error?.code == .wrongApp)
  }

  private func notification(_ part: String) -> NotificationPayload {
    var payload = NotificationPayload(
      notificationType: .subscribed, notificationUUID: "uuid", version: "2.0",
      signedDate: Shop.start)
    let bundle = Shop.bundleID
    switch part {
    case "data": payload.data = .init(bundleId: bundle, environment: .production, appAppleId: 42)
    case "summary":
      payload.summary = .init(
        bundleId: bundle, environment: .production, productId: "monthly", requestIdentifier: "1",
        appAppleId: 42)
    case "token":
      payload.externalPurchaseToken = .init(
        bundleId: bundle, externalPurchaseId: "token", appAppleId: 42)
    case "appData":
      payload.appData = .init(bundleId: bundle, environment: .production, appAppleId: 42)
    case "unclaimInfo":
      payload.unclaimInfo = .init(
        bundleId: bundle, environment: .production, appAppleId: 42, unclaimSeatIds: ["c"])
    case "unclaimInfo of another":
      payload.unclaimInfo = .init(bundleId: "com.other", unclaimSeatIds: ["c"])
    case "unclaimInfo alone": payload.unclaimInfo = .init(unclaimSeatIds: ["c"])
    case "another bundle":
      payload.data = .init(bundleId: "com.other", environment: .production, appAppleId: 42)
    case "sandbox": payload.data = .init(bundleId: bundle, environment: .sandbox)
    case "another app":
      payload.data = .init(bundleId: bundle, environment: .production, appAppleId: 43)
    case "no app": payload.data = .init(bundleId: bundle, environment: .production)
    default: break
    }
    return payload
  }
}

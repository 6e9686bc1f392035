import AppStoreSimulatorTestSupport
import Crypto
import Foundation
import SwiftASN1
import Synchronization
import Testing
import X509

@testable import AppStoreSimulator
@testable import TollgateAppStore

@Suite("The check for revoked certificates")
struct OCSPTests {
  @Test(
    "the check for revoked certificates decides by the responders' answers for leaf and intermediate",
    arguments: [
      (OCSPAnswer.good, OCSPAnswer.good, RevocationError.Code?.none),
      (.revoked, .good, .revoked), (.good, .revoked, .revoked), (.unknown, .good, .undecided),
      (.stale, .good, .undecided), (.forged, .good, .undecided), (.garbage, .good, .undecided),
      (.none, .good, .undecided), (.good, .none, .undecided), (.tooLong, .good, .undecided),
    ])
  func decides(
    _ leaf: OCSPAnswer, _ intermediate: OCSPAnswer, _ code: RevocationError.Code?
  ) async throws {
    let responder = try OCSPResponder(leaf: leaf, intermediate: intermediate)
    let data = try await responder.data()
    let checker = responder.checker()
    if let code {
      let error = await #expect(throws: RevocationError.self) {
        try await checker.check(data, at: Shop.start)
      }
      #expect(error?.code == code)
      #expect(error?.isRetryable == (code == .undecided))
    } else {
      try await checker.check(data, at: Shop.start)
      #expect(responder.addresses == ["http://leaf.test", "http://intermediate.test"])
    }
  }

  @Test(
    "the check for revoked certificates asks about a chain again only after its cached result has expired"
  )
  func memory() async throws {
    let responder = try OCSPResponder()
    let data = try await responder.data()
    let checker = responder.checker(memory: .seconds(60))
    for milliseconds in [0, 1, 59_999] {
      try await checker.check(data, at: Shop.start.adding(milliseconds: Int64(milliseconds)))
      #expect(responder.addresses.count == 2)
    }
    try await checker.check(data, at: Shop.start.adding(milliseconds: 60_000))
    #expect(responder.addresses.count == 4)
    #expect(checker.count == 1)
  }

  @Test(
    "the check for revoked certificates caches no more chains than its limit, and none without a response"
  )
  func bounds() async throws {
    let responder = try OCSPResponder()
    let data = try await responder.data()
    let forgetful = responder.checker(cacheLimit: 0)
    try await forgetful.check(data, at: Shop.start)
    #expect(forgetful.count == 0)
    let silent = try OCSPResponder(leaf: .none)
    let checker = silent.checker()
    let other = try await silent.data()
    await #expect(throws: RevocationError.self) { try await checker.check(other, at: Shop.start) }
    #expect(checker.count == 0)
  }

  @Test("the check for revoked certificates stops waiting when the time limit is over")
  func timeLimit() async throws {
    let responder = try OCSPResponder()
    let data = try await responder.data()
    let limits = Mutex<[Int64]>([])
    let checker = RevocationChecker(timeLimit: .milliseconds(250)) { _, _ in
      try await Task.sleep(for: .seconds(3600))
      return []
    } sleep: { wait in
      limits.withLock { $0.append(wait.milliseconds) }
    }
    let error = await #expect(throws: RevocationError.self) {
      try await checker.check(data, at: Shop.start)
    }
    #expect(error?.code == .undecided)
    #expect(limits.withLock { $0 } == [250])
  }

  @Test("the check for revoked certificates passes certificates that name no responder")
  func noResponder() async throws {
    let chain = try SigningChain()
    let verifier = SignedDataVerifier(
      roots: [chain.root], bundleID: Shop.bundleID, environments: [.sandbox])
    let data = try await verifier.transaction(chain.sign(Shop.transaction()), at: Shop.start)
    let responder = try OCSPResponder(leaf: .revoked)
    try await responder.checker().check(data, at: Shop.start)
    #expect(responder.addresses.isEmpty)
  }
}

import AppStoreSimulator
import Foundation
import TollgateAppStore

/// A store whose texts are known, and a verifier that trusts it.
struct FuzzedStore: Sendable {
  /// An issuer of tokens, and a server that trusts it.
  let issuer: FuzzedIssuer
  /// The signed texts of a subscription's life.
  var genuine: [String]

  private let chain: SigningChain
  private let verifier: SignedDataVerifier
  private static let now = Instant(milliseconds: 1_772_000_000_000)

  init() async throws {
    chain = try SigningChain()
    let store = AppStoreSimulator(
      configuration: try StoreKitConfiguration(json: Data(Seeds.configuration.utf8)),
      bundleID: "com.example.fuzz", chain: chain, now: Self.now)
    issuer = try await FuzzedIssuer(trustedBesides: store)
    store.purchase(
      "pro.monthly", by: "anna", appAccountToken: "7e3fb20b-4cdb-47cc-936d-99d65f608138")
    store.purchase("coins", by: "anna")
    store.advance(to: Self.now.adding(milliseconds: 40 * 86_400_000))
    store.cancel("anna")
    genuine =
      store.transactions(of: "anna").map(\.jws)
      + store.conditions(of: "anna").map(\.renewalInfo.jws)
      + store.notifications().map(\.jws)
    verifier = SignedDataVerifier(
      roots: [chain.root], bundleID: "com.example.fuzz", environments: [.sandbox])
  }

  /// What the store signed as JSON, for payloads to begin with.
  var payloads: [String] {
    genuine.compactMap { text -> String? in
      let parts = text.split(separator: ".")
      guard parts.count == 3 else { return nil }
      return Base64.decode(Array(parts[1].utf8)[...], as: .url)
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Nothing but the store's own texts is accepted.
  func acceptsForgery(_ text: String) async -> String? {
    guard !genuine.contains(text) else { return nil }
    return await accepts(text) ? "a forged text was accepted" : nil
  }

  /// A payload of any JSON that the store's key signed is read, or refused with a code.
  func verifiesOwn(_ json: Data) async -> String? {
    do {
      let value = try JSONDecoder().decode(JSONValue.self, from: json)
      _ = await accepts(try chain.sign(value))
      return nil
    } catch {
      return error is DecodingError ? nil : "signing: \(error)"
    }
  }

  private func accepts(_ text: String) async -> Bool {
    var accepted = false
    do {
      _ = try await verifier.transaction(text, at: Self.now)
      accepted = true
    } catch {
      guard error.code != .invalidSignature, error.code != .malformed else { return false }
    }
    do {
      _ = try await verifier.renewalInfo(text, at: Self.now)
      accepted = true
    } catch {}
    do {
      _ = try await verifier.notification(text, at: Self.now)
      accepted = true
    } catch {}
    do {
      _ = try await verifier.appTransaction(text, at: Self.now)
      accepted = true
    } catch {}
    return accepted
  }
}

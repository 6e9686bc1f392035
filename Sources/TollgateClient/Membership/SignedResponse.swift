import Foundation
import Tollgate
import TollgateWire

/// A response of the server about a customer, byte for byte, with the server's signature.
///
/// The device caches it in this form, so that a forged or altered cache is not trusted.
struct SignedResponse: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable, Codable {
    case session, snapshot, purchase, change, use, profile
  }

  let kind: Kind
  let customer: Customer.ID?
  let body: Data
  let signature: String?

  /// The content of the response; nil if it is not about a customer.
  func content() throws -> Content? {
    let decoder = JSONDecoder()
    switch kind {
    case .session:
      return .snapshot(try decoder.decode(DeviceSession.self, from: body).snapshot)
    case .snapshot: return .snapshot(try decoder.decode(DeviceSnapshot.self, from: body))
    case .purchase:
      return try decoder.decode(DevicePurchases.self, from: body).snapshot.map { .snapshot($0) }
    case .change: return .change(try decoder.decode(ChangeResponse.self, from: body))
    case .use:
      return .change(ChangeResponse(try decoder.decode(UseResponse.self, from: body)))
    case .profile:
      return .change(ChangeResponse(try decoder.decode(ProfileResponse.self, from: body)))
    }
  }

  /// The content of a response about a customer.
  enum Content {
    case snapshot(DeviceSnapshot)
    case change(ChangeResponse)
  }
}

extension ChangeResponse {
  /// The facts that were recorded for a use.
  init(_ use: UseResponse) {
    self.init(facts: use.facts, version: use.version, serverTime: use.serverTime)
  }

  /// The facts that were recorded when a profile was created.
  init(_ profile: ProfileResponse) {
    self.init(facts: profile.facts, version: profile.version, serverTime: profile.serverTime)
  }
}

/// The blueprint as the server last sent it, byte for byte, with the server's signature.
struct SignedBlueprint: Hashable, Sendable {
  let tag: String?
  let body: Data
  let signature: String?
}

extension SignedResponse: Codable {
  init(from decoder: any Decoder) throws {
    let wire = try WireReader<DeviceCache.Key>(decoder)
    kind = try wire.decode(Kind.self, forKey: .kind)
    customer = try wire.decodeIfPresent(Customer.ID.self, forKey: .customer)
    body = try wire.decode(Data.self, forKey: .body)
    signature = try wire.decodeIfPresent(String.self, forKey: .signature)
  }

  func encode(to encoder: any Encoder) throws {
    var wire = WireWriter<DeviceCache.Key>(encoder)
    try wire.encode(kind, forKey: .kind)
    try wire.encodeIfPresent(customer, forKey: .customer)
    try wire.encode(body, forKey: .body)
    try wire.encodeIfPresent(signature, forKey: .signature)
  }
}

extension SignedBlueprint: Codable {
  init(from decoder: any Decoder) throws {
    let wire = try WireReader<DeviceCache.Key>(decoder)
    tag = try wire.decodeIfPresent(String.self, forKey: .tag)
    body = try wire.decode(Data.self, forKey: .body)
    signature = try wire.decodeIfPresent(String.self, forKey: .signature)
  }

  func encode(to encoder: any Encoder) throws {
    var wire = WireWriter<DeviceCache.Key>(encoder)
    try wire.encodeIfPresent(tag, forKey: .tag)
    try wire.encode(body, forKey: .body)
    try wire.encodeIfPresent(signature, forKey: .signature)
  }
}

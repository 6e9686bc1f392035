import Foundation
public import Tollgate
import TollgateWire

/// A file of the issuers that apps trust, written by an operator as JSON, by app.
///
/// ```json
/// { "strikelab": [
///   { "kind": "apple", "services": ["com.example.strikelab.web"] },
///   { "kind": "supabase", "project": "abcdefgh", "secret": "…" },
///   { "issuer": "https://id.example.com/", "audiences": ["strikelab"],
///     "keySet": "https://id.example.com/.well-known/jwks.json" } ] }
/// ```
public struct TokenIssuerFile: Sendable {
  private let forms: [String: [Form]]

  /// Reads a file.
  ///
  /// - Throws: ``ConfigurationError`` with code `issuers`, saying what is wrong and where.
  public init(json: some Sequence<UInt8>) throws(ConfigurationError) {
    do {
      forms = try JSON.value([String: [Form]].self, from: json)
    } catch {
      throw ConfigurationError(.issuers, "The issuers cannot be read: \(error.message)")
    }
  }

  /// The apps it names, sorted.
  public var apps: [Blueprint.App.ID] { forms.keys.map { Blueprint.App.ID($0) }.sorted() }

  /// The issuers of an app; nil if the file does not mention it, so that Sign in with Apple stays.
  ///
  /// - Throws: ``ConfigurationError`` with code `issuers`.
  public func issuers(of app: Blueprint.App) throws(ConfigurationError) -> [TokenIssuer]? {
    guard let forms = forms[app.id.rawValue] else { return nil }
    var issuers: [TokenIssuer] = []
    for (position, form) in forms.enumerated() {
      do {
        issuers.append(try form.issuer(bundleID: app.bundleID))
      } catch {
        throw ConfigurationError(.issuers, "`\(app.id).\(position)`: \(error.message)")
      }
    }
    return issuers
  }
}

extension TokenIssuerFile {
  /// The issuers whose addresses, audiences and requirements are known, so that the file names only what differs.
  private enum Kind: String, Decodable {
    case apple, supabase, firebase
  }

  private struct Mistake: Error {
    let message: String
  }

  /// One issuer as written in the file; unknown keys are collected so that a misspelled one is an error.
  private struct Form: Decodable {
    enum Key: String, CodingKey, CaseIterable {
      case kind, project, services, secret, issuer, audiences, keySet, publicKey, userClaim
      case emailClaim, requiresNonce, requiredClaims
    }

    let unknown: [String]
    var kind: Kind?
    var project: String?
    var services: Set<String>?
    var secret: String?
    var issuer: String?
    var audiences: Set<String>?
    var keySet: String?
    var publicKey: String?
    var userClaim: String?
    var emailClaim: String?
    var requiresNonce: Bool?
    var requiredClaims: [String: String]?

    init(from decoder: any Decoder) throws {
      let written = try decoder.container(keyedBy: AnyKey.self)
      unknown = written.allKeys.map(\.stringValue).filter { Key(rawValue: $0) == nil }.sorted()
      let container = try decoder.container(keyedBy: Key.self)
      kind = try container.decodeIfPresent(Kind.self, forKey: .kind)
      project = try container.decodeIfPresent(String.self, forKey: .project)
      services = try container.decodeIfPresent(Set<String>.self, forKey: .services)
      secret = try container.decodeIfPresent(String.self, forKey: .secret)
      issuer = try container.decodeIfPresent(String.self, forKey: .issuer)
      audiences = try container.decodeIfPresent(Set<String>.self, forKey: .audiences)
      keySet = try container.decodeIfPresent(String.self, forKey: .keySet)
      publicKey = try container.decodeIfPresent(String.self, forKey: .publicKey)
      userClaim = try container.decodeIfPresent(String.self, forKey: .userClaim)
      emailClaim = try container.decodeIfPresent(String.self, forKey: .emailClaim)
      requiresNonce = try container.decodeIfPresent(Bool.self, forKey: .requiresNonce)
      requiredClaims = try container.decodeIfPresent([String: String].self, forKey: .requiredClaims)
    }

    /// The known issuer that the form starts from, with the form's other members applied.
    func issuer(bundleID: String) throws(Mistake) -> TokenIssuer {
      if let key = unknown.first {
        let names = Key.allCases.map(\.rawValue)
        let hint = nearestName(to: key, in: names).map { "; did you mean `\($0)`?" } ?? "."
        throw Mistake(message: "an issuer has no key `\(key)`\(hint)")
      }
      var result: TokenIssuer
      switch kind {
      case .apple: result = .apple(bundleID: bundleID, services: services ?? [])
      case .supabase: result = .supabase(project: try required(project, "project"), secret: secret)
      case .firebase: result = .firebase(project: try required(project, "project"))
      case nil:
        result = TokenIssuer(
          issuer: try required(issuer, "issuer"), audiences: try required(audiences, "audiences"),
          keys: secret.map { [.secret(Array($0.utf8))] } ?? [])
      }
      if let audiences { result.audiences = audiences }
      if let keySet { result.keys.append(.keySet(keySet)) }
      if let publicKey { result.keys.append(.publicKey(publicKey)) }
      if let userClaim { result.userClaim = userClaim }
      if let emailClaim { result.emailClaim = emailClaim }
      if let requiresNonce { result.requiresNonce = requiresNonce }
      if let requiredClaims { result.requiredClaims = requiredClaims }
      if let mistake = result.mistake { throw Mistake(message: mistake) }
      return result
    }

    private func required<Value>(_ value: Value?, _ name: String) throws(Mistake) -> Value {
      guard let value else { throw Mistake(message: "`\(name)` is missing.") }
      return value
    }
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

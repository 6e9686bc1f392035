import Foundation
import Tollgate
import TollgateWire

extension SignedBlueprint {
  /// The blueprint, if the server signed it and it can be used.
  ///
  /// - Throws: ``ClientError`` with code `badSignature` or `badBlueprint`.
  func verified(
    by signatures: Signatures
  ) throws(ClientError) -> MembershipCache.CachedBlueprint {
    guard signatures.verify(body, signature, nil) else { throw ClientError(.badSignature) }
    do {
      let response = try JSONDecoder().decode(BlueprintResponse.self, from: body)
      return MembershipCache.CachedBlueprint(
        blueprint: try Blueprint(served: response.definition), tag: tag, revision: response.revision
      )
    } catch {
      throw ClientError(.badBlueprint)
    }
  }
}

extension MembershipCache.CachedBlueprint {
  /// The signing time that a bundle's bytes state, read before anything else in them.
  private struct Date: Decodable {
    let bundledAt: Instant
  }

  /// Reads a blueprint that ships in the app; nil if it was not signed after an instant.
  ///
  /// It has no tag, so that the server sends its own.
  ///
  /// - Throws: ``ClientError`` with code `badSignature` or `badBlueprint`.
  init?(bundledIn file: URL, after served: Instant?, _ signatures: Signatures) throws(ClientError) {
    let bundle: BlueprintBundle
    let date: Date
    do {
      bundle = try JSONDecoder().decode(BlueprintBundle.self, from: Data(contentsOf: file))
      date = try JSONDecoder().decode(Date.self, from: bundle.body)
    } catch {
      throw ClientError(.badBlueprint)
    }
    if let served, date.bundledAt <= served { return nil }
    self = try SignedBlueprint(tag: nil, body: bundle.body, signature: bundle.signature)
      .verified(by: signatures)
  }
}

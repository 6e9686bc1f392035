import Tollgate

/// The names that the app used and its blueprint does not have.
@MainActor
final class AskedNames {
  /// The greatest number of remembered names; further ones are not reported.
  static let limit = 100

  private var names: Set<String> = []

  /// Whether a name is reported now: it was not before, and the limit is not reached.
  func isNew(_ name: String) -> Bool {
    names.count < Self.limit && names.insert(name).inserted
  }
}

extension TollgateClient {
  /// Reports a name that the blueprint does not have, once: in the log, and in a debug build in ``notices``.
  ///
  /// - Parameters:
  ///   - name: The name that the app used.
  ///   - kind: What it would name, as in "a feature".
  ///   - names: The names that exist; nil while the blueprint is not known.
  func expect<Kind>(
    _ name: Identifier<Kind>, _ kind: String, in names: (Blueprint.Definition) -> [Identifier<Kind>]
  ) {
    guard let blueprint else { return }
    let known = names(blueprint.definition)
    guard !known.contains(name), tasks.askedNames.isNew("\(kind) \(name)") else { return }
    let nearest = nearestName(to: name.rawValue, in: known.map(\.rawValue))
    let error = ClientError(
      code: .unknownName, isRetryable: false,
      message: "The blueprint has no \(kind) `\(name)`"
        + (nearest.map { "; did you mean `\($0)`?" } ?? ".")
        + " `tollgate generate swift` writes the names as constants.")
    configuration.log.write(
      ClientLog.Entry(level: .fault, code: error.code, message: error.message))
    #if DEBUG
      keep(error)
    #endif
  }

  /// Reports a feature that the blueprint does not have.
  func expect(_ feature: Feature.ID) { expect(feature, "feature") { $0.features.map(\.id) } }

  /// Reports an entitlement that the blueprint does not have.
  func expect(_ entitlement: Entitlement.ID) {
    expect(entitlement, "entitlement") { $0.entitlements }
  }

  /// Reports a placement that the blueprint does not have.
  func expect(_ placement: Placement.ID) {
    expect(placement, "placement") { $0.placements.map(\.id) + $0.prompts.map(\.placement) }
  }

  /// Reports a paywall that the blueprint does not have.
  func expect(_ paywall: Paywall.ID) { expect(paywall, "paywall") { $0.paywalls.map(\.id) } }
}

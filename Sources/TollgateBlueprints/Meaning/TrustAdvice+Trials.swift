import Tollgate

extension TrustAdvice {
  /// Records the add-on trials of something sold that a customer starts by a report that nobody else can make.
  ///
  /// A trial is a gift for a limited time, so this is a warning. A customer who reaches its milestone may have it; one
  /// who claims another country, or what the app says about them, was not meant to.
  ///
  /// ```yaml
  /// trials:
  ///   taste: { start: { milestone: tenth-scan }, when: { country: CH }, lasts: P3D, entitles: pro }
  /// ```
  func noteTrials() {
    let definition = subject.definition
    for trial in definition.addOnTrials
    where subject.isSound(trial.id.rawValue, of: "trials")
      && definition.products.contains(where: { !trial.entitlements.allSatisfy($0.lacks) })
    {
      let forged = trial.when.parts.flatMap(\.ownReportTests).filter(isClaim).map(\.subject)
      if forged.isEmpty { continue }
      subject.warning(
        ["trials", trial.id.rawValue, "when"],
        "`\(trial.id)` gives what is sold, and a forged report starts it: a device can forge "
          + Set(forged).sorted().joined(separator: ", "),
        expected: "a condition on an attribute with `setBy: backend`")
    }
  }

  /// Whether a device can make a test hold without having done what it asks for.
  private func isClaim(_ test: ReportTest) -> Bool {
    switch test {
    case .audience(let test): return subject.definition.canForge(test)
    case .past(let test):
      if case .dismissal = test.event { return true }
      return [.opened, .updated].contains(test.event)
    case .reached, .held: return false
    }
  }
}

extension Blueprint.Definition {
  /// Whether a device can make a test hold: not one of what the backend sets, of a guardian's
  /// consent, or of what the store signed.
  func canForge(_ test: AudienceTest) -> Bool {
    !test.isOfDownload && !test.isOfConsent
      && !attributes.contains { $0.id == test.attribute && $0.setBy == .backend }
  }
}

extension CatalogProduct {
  /// Whether it does not give an entitlement.
  fileprivate func lacks(_ entitlement: Entitlement.ID) -> Bool {
    !entitlements.contains(entitlement)
  }
}

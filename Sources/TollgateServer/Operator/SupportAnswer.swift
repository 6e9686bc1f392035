import Tollgate
import TollgateWords

/// Whether a customer can use a feature, in the words of a person who helps them, with what would help.
struct SupportAnswer: Sendable {
  /// A change after which the customer could use the feature.
  enum Remedy: Hashable, Sendable {
    /// A grant of an entitlement, for a time.
    case grant(Entitlement.ID)
    case extendTrial(Trial.ID)
    case resetTrial(Trial.ID)
  }

  /// How many days a remedy gives, unless somebody chooses another number.
  static let days = 7

  let feature: Feature.ID
  let access: Access
  /// The answer with its reason.
  let sentence: String
  /// What would help; empty if the customer can use it, or no grant and no change of a trial would help.
  let remedies: [Remedy]
}

extension CustomerKnowledge {
  /// The greatest number of scheduled changes that are followed to find out when a limit has room again.
  private static let returnLimit = 16

  /// What the customer can use, in the blueprint's order.
  ///
  /// - Parameter looksForRemedies: Whether somebody can change anything: the search for what would help takes time.
  func supportAnswers(lookingForRemedies looksForRemedies: Bool) -> [SupportAnswer] {
    let membership = self.membership
    let features = app.blueprint.definition.features
    let access = features.map { membership.access(to: $0.id) }
    var denied: Set<Feature.ID> = []
    var limited: Set<Feature.ID> = []
    for (feature, access) in zip(features, access) {
      guard case .denied(let denial) = access else { continue }
      denied.insert(feature.id)
      if denial.reason == .limitReached { limited.insert(feature.id) }
    }
    let words = SupportWords(self, membership)
    let returns = returns(of: limited)
    let helped = looksForRemedies ? remedies(for: denied, membership) : []
    return zip(features, access).map { feature, access in
      SupportAnswer(
        feature: feature.id, access: access,
        sentence: words.sentence(access, feature, returnsAt: returns[feature.id]),
        remedies: helped.filter { $0.features.contains(feature.id) }.map { $0.remedy })
    }
  }

  /// When features whose limit is reached are next allowed if nothing else happens; without those of which that is not
  /// near.
  private func returns(of features: Set<Feature.ID>) -> [Feature.ID: Instant] {
    var waiting = features
    var found: [Feature.ID: Instant] = [:]
    var instant = at
    for _ in 0..<Self.returnLimit where !waiting.isEmpty {
      let next = Membership(of: customer, in: app.blueprint, at: instant).nextChange
      guard let next, instant < next else { break }
      let later = Membership(unchangingFor: customer, in: app.blueprint, at: next)
      for feature in waiting where later.access(to: feature).isAllowed { found[feature] = next }
      waiting.subtract(found.keys)
      instant = next
    }
    return found
  }

  /// The changes that allow any of the denied features, with those that they allow; each feature has at most one change
  /// of a trial and one grant.
  private func remedies(
    for features: Set<Feature.ID>, _ membership: Membership
  ) -> [(remedy: SupportAnswer.Remedy, features: Set<Feature.ID>)] {
    var remedies: [(remedy: SupportAnswer.Remedy, features: Set<Feature.ID>)] = []
    func add(
      _ remedy: SupportAnswer.Remedy, recording facts: [Fact], to missing: inout Set<Feature.ID>
    ) {
      var changed = customer
      for fact in facts { changed.join(fact) }
      let after = Membership(
        unchangingFor: changed, in: app.blueprint, at: facts.instant(notBefore: at))
      let allowed = missing.filter { after.access(to: $0).isAllowed }
      guard !allowed.isEmpty else { return }
      remedies.append((remedy, allowed))
      missing.subtract(allowed)
    }
    var lacking = features
    let trials = [membership.trial].compactMap { $0 } + membership.addOnTrials
    for trial in trials where trial.purchase == nil && trial.activatedAt != nil {
      let actions: [(SupportAnswer.Remedy, TrialChange.Action)] = [
        (.extendTrial(trial.id), .extend(days: SupportAnswer.days)),
        (.resetTrial(trial.id), .reset),
      ]
      for (remedy, action) in actions where !lacking.isEmpty {
        let change = TrialChange(
          action, trial.id, key: "preview", author: .support, reason: "Preview")
        guard let facts = customer.facts(of: change, at: at) else { continue }
        add(remedy, recording: facts, to: &lacking)
      }
    }
    lacking = features
    for entitlement in app.blueprint.definition.entitlements.sorted() where !lacking.isEmpty {
      let grant = Grant(
        id: "preview", entitlements: [entitlement], startsAt: at,
        endsAt: at.adding(Period(SupportAnswer.days, .day)))
      add(.grant(entitlement), recording: [.grant(grant)], to: &lacking)
    }
    return remedies
  }
}

/// Why a feature answers as it does, in English.
private struct SupportWords {
  let known: CustomerKnowledge
  let membership: Membership
  let overview: PurchaseOverview

  init(_ known: CustomerKnowledge, _ membership: Membership) {
    self.known = known
    self.membership = membership
    overview = PurchaseOverview(of: known.customer, in: known.app.blueprint, at: known.at)
  }

  private var blueprint: Blueprint { known.app.blueprint }

  /// The answer with its reason.
  ///
  /// - Parameter returnsAt: When a denied feature is allowed again; nil if that is not near.
  func sentence(_ access: Access, _ feature: Feature, returnsAt: Instant?) -> String {
    switch access {
    case .unknown: "Not known: nothing is recorded of this customer."
    case .allowed(nil): "Yes, without a limit\(source(of: feature))."
    case .allowed(let limit?): "Yes: \(limit.left)\(source(of: feature))."
    case .denied(let denial): "No: \(reason(of: denial, returnsAt))."
    }
  }

  /// What gives a feature, within a sentence; empty if everybody has it.
  private func source(of feature: Feature) -> String {
    guard let rule = membership.rule(of: feature.id) else { return "" }
    let when = feature.rules[rule].when
    for entitlement in when.entitled.intersection(membership.entitlements).sorted() {
      switch overview.sources[entitlement]?.origin {
      case .purchase(_, let product)?: return ", with \(blueprint.spokenName(of: product))"
      case .grant?:
        return ", with a grant" + until(overview.sources[entitlement]?.endsAt)
      case .trial?: return ", in the trial" + until(overview.sources[entitlement]?.endsAt)
      case nil: continue
      }
    }
    if when.phases.contains(.trial), membership.phase == .trial {
      return ", in the trial" + until(membership.trial?.endsAt)
    }
    return ""
  }

  private func until(_ end: Instant?) -> String { end.map { " until \($0.minute) UTC" } ?? "" }

  private func reason(of denial: Denial, _ returnsAt: Instant?) -> String {
    if let startsAt = denial.startsAt {
      return "the plan is paid for, and starts \(local(startsAt))"
    }
    if denial.isManagedInStore {
      return "\(plan ?? "the plan") was not renewed; the customer can put that right in the App "
        + "Store’s settings"
    }
    switch denial.reason {
    case .limitReached:
      guard let limit = denial.limit else { return "the limit is reached" }
      guard let returnsAt else { return limit.spent + (limit.scope == .ever ? ", for good" : "") }
      return "\(limit.spent); more come \(local(returnsAt))"
    case .notIncluded: return missing
    }
  }

  /// Why a feature is not included, by what the customer has or had.
  private var missing: String {
    switch membership.phase {
    case .unknown: return "nothing is recorded of this customer"
    case .onboarding: return "it comes after the onboarding"
    case .blocked:
      if let trial = membership.trial, trial.activatedAt == nil {
        return "the trial was refused, since the device has had one, and nothing is bought"
      }
      return given ?? "nothing is bought"
    case .trial: return "the trial does not include it"
    case .trialExpired:
      let end = membership.trial?.endsAt.map { " on \($0.day)" } ?? ""
      let last = membership.trial?.ending == .uses ? " with its last use" : ""
      return "the trial ended\(end)\(last), and nothing is bought since"
    case .subscribed: return "\(plan ?? "what the customer has") does not include it"
    case .lapsed: return given ?? ended
    case .free: return given ?? "it is not free, and nothing is bought that includes it"
    }
  }

  /// How the subscription ended.
  private var ended: String {
    guard let subscription = membership.subscription, let plan else {
      return "what gave it has ended"
    }
    let end = subscription.expiresAt.day
    return switch subscription.condition {
    case .billingRetry:
      "the App Store could not charge the renewal of \(plan) on \(end), and tries again"
    case .paused: "\(plan) is paused since \(end)"
    case .revoked: "\(plan) was refunded, or no longer shared"
    case .active, .grace, .expired: "\(plan) ended on \(end)"
    }
  }

  /// That the latest purchase is another customer's now; nil if it is not.
  private var given: String? {
    let given = known.customer.storeTransactions.last {
      known.customer.transfer(of: $0.purchase)?.isHeld == false
    }
    guard let given, let transfer = known.customer.transfer(of: given.purchase) else { return nil }
    return "\(blueprint.spokenName(of: given.product)) was transferred to another customer on "
      + transfer.at.day
  }

  /// The product of the subscription, by its name; nil without one.
  private var plan: String? {
    membership.subscription.map { blueprint.spokenName(of: $0.product) }
  }

  private func local(_ instant: Instant) -> String {
    let app = blueprint.app
    let own = app.usesCustomerTimeZone ? known.customer.value(of: .timeZone) : nil
    return instant.local(in: own ?? app.timeZone, seenAt: known.at)
  }
}

extension Blueprint {
  /// What people call a product: its name, with the period if several have that name; the id of an unknown one.
  func spokenName(of id: CatalogProduct.ID) -> String {
    guard let product = product(id), let name = name(of: id, in: "en") else { return id.rawValue }
    let isAlone = !definition.products.contains { $0.id != id && $0.name == product.name }
    guard !isAlone, let period = product.period else { return name }
    return "\(name), \(PeriodWords(language: .english) { "\($0)" }.per(period))"
  }
}

extension Access {
  /// The answer in a table, without the customer's circumstances.
  var supportWords: String {
    switch self {
    case .unknown: "not known"
    case .allowed(nil): "yes, without a limit"
    case .allowed(let limit?): "yes: \(limit.left)"
    case .denied(let denial): "no: \(denial.limit?.spent ?? "not included")"
    }
  }
}

extension String {
  /// A name of the blueprint as words, such as `send message` for `send-message`.
  var spoken: String { replacing("-", with: " ").replacing("_", with: " ") }
}

public import Tollgate
import TollgateLedger
public import TollgateWire

extension OperatorService {
  /// Extends, pauses, resumes or resets a trial that no purchase started.
  ///
  /// A trial that is paused or whose time has run out is not paused, and one that is not paused is not resumed: the
  /// response is its state.
  ///
  /// - Parameters:
  ///   - customer: The customer; one who was merged stands for the one they were merged into.
  ///   - key: The idempotency key, which makes a repeated request change the trial once.
  /// - Returns: The trial afterwards.
  /// - Throws: `Problem` with code `unknown_customer`, `invalid_value`, `idempotency_key_reused` or `limit_reached`.
  public func change(
    _ trial: Trial.ID, _ request: TrialChangeRequest, of customer: Customer.ID,
    key: Idempotency.Key, by changer: Operator
  ) async throws(Problem) -> StoredResponse<TrialChangeResponse> {
    try Self.check(request.reason)
    _ = try Self.action(of: request)
    let app = changer.app
    // A key that was used for another action or trial is refused.
    let purpose = "\(request.action.rawValue) trial \(trial)"
    let result = try await write(to: customer, by: changer) {
      (record, now) async throws(Problem) -> WriteDecision in
      // A repeated request is answered even if the same decision would fail now.
      if let first = try await records.response(to: key, of: record.id, in: app) {
        return .replay(first)
      }
      let facts = try changed(
        trial, request, of: record.customer,
        key: Self.changeKey(key, of: record.id), at: now)
      let at = facts.instant(notBefore: now)
      try RecordLimits.check(facts, for: record.customer, at: at)
      var change = try await writer.change(seeing: nil, on: record, adding: facts, in: app, at: at)
      var changed = record.customer
      for fact in change.facts { changed.join(fact) }
      let membership = Membership(of: changed, in: app.blueprint, at: at)
      let status = membership.trial(trial) ?? membership.trial
      change.answer = LedgerAnswer(
        key: key, purpose: purpose, status: 200,
        body: try JSON.bytes(
          TrialChangeResponse(
            customer: record.id, trial: status.map(TrialSummary.init), serverTime: at)))
      // A pause of a trial that has ended, for example, changes nothing.
      if !facts.isEmpty {
        change.audit = LedgerAuditEntry(
          request.action.audited, by: changer.name, at: at, customer: record.id,
          subject: trial.rawValue, reason: request.reason)
      }
      return .append(change)
    }
    let stored = try StoredResponse<TrialChangeResponse>(result, purpose: purpose)
    guard stored.isReplay, let days = request.days else { return stored }
    // The record may be older than the extension, which then is not in it.
    let id = Self.changeKey(key, of: try stored.response().customer).rawValue
    let isAnother = result.record.customer.facts.contains { fact in
      guard case .trialExtension(let made) = fact else { return false }
      return made.id.rawValue == id && made.days != days
    }
    guard !isAnother else {
      throw Problem(
        .idempotencyKeyReused, "The idempotency key was used for another number of days.")
    }
    return stored
  }

  /// What names a change of a trial, however often a customer is merged afterwards.
  private static func changeKey(
    _ key: Idempotency.Key, of customer: Customer.ID
  ) -> Idempotency.Key {
    Idempotency.Key("trial_" + digest(key, of: customer))
  }

  /// What a change of a trial records.
  ///
  /// - Returns: The facts; empty if the trial is as requested.
  /// - Throws: `Problem` with code `invalid_value`.
  func changed(
    _ trial: Trial.ID, _ request: TrialChangeRequest, of customer: Customer, key: Idempotency.Key,
    at now: Instant
  ) throws(Problem) -> [Fact] {
    try Self.check(request.reason)
    let change = TrialChange(
      try Self.action(of: request), trial, key: key, author: .support, reason: request.reason)
    guard let facts = customer.facts(of: change, at: now) else {
      throw Problem(
        .invalidValue,
        "The customer has no trial `\(trial)` that can be changed this way: it must have started without a purchase, and end by time or, for a reset, by uses. Grant an entitlement for some days instead."
      )
    }
    return facts
  }

  /// What a request changes; throws `invalid_value` if the number of days is missing, out of range or not asked for.
  private static func action(
    of request: TrialChangeRequest
  ) throws(Problem) -> TrialChange.Action {
    guard request.action == .extend || request.days == nil else {
      throw Problem(.invalidValue, "Only an extension has `days`.")
    }
    switch request.action {
    case .extend:
      guard let days = request.days, (1...TrialExtension.dayLimit).contains(days) else {
        throw Problem(
          .invalidValue, "An extension needs `days`, from 1 to \(TrialExtension.dayLimit).")
      }
      return .extend(days: days)
    case .pause: return .pause
    case .resume: return .resume
    case .reset: return .reset
    }
  }
}

extension Sequence<Fact> {
  /// The instant from which a change of a trial holds: a reset can be a millisecond later than the clock.
  func instant(notBefore now: Instant) -> Instant {
    reduce(now) { instant, fact in
      if case .trialExtension(let change) = fact { Swift.max(instant, change.at) } else { instant }
    }
  }
}

extension TrialChangeRequest.Action {
  /// How the audit list names it.
  fileprivate var audited: LedgerAuditEntry.Action {
    switch self {
    case .extend: .trialExtended
    case .pause: .trialPaused
    case .resume: .trialResumed
    case .reset: .trialReset
    }
  }
}

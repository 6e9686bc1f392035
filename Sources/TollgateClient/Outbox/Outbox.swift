import Tollgate

/// The reports that wait for the server, oldest first: a state machine without network or storage.
///
/// Every event returns the actions that the client performs, in order. Reports are sent in passes, one pass at a time:
/// a report on which the server fails keeps its place, and those after it are still sent.
struct Outbox: Hashable, Sendable {
  /// Whether a pass is in progress.
  enum State: Hashable, Sendable {
    /// Nothing is being sent.
    case idle
    /// A pass is in progress; these reports failed in it, first one first.
    case sending(failed: [FailedReport])
    /// The pass is over, because other requests would now fail in the same way.
    case stopped(failed: [FailedReport])
  }

  /// A report that the server did not accept now.
  struct FailedReport: Hashable, Sendable {
    let key: Idempotency.Key
    let failure: ServerCalls.Failure
  }

  /// An action beyond changing the state.
  enum Action: Hashable, Sendable {
    /// Store a report, which is new or has changed.
    case saveReport(Idempotency.Key)
    /// Remove a report that is stored.
    case saveRemoval(Idempotency.Key)
    /// Store all of ``writes``.
    case save
    /// Remove what is stored of ``writes``.
    case removeSaved
    /// Store ``attempts``.
    case saveAttempts
    /// Evaluate the membership, which depends on ``writes``.
    case evaluate
    /// Start a pass later; `failures` in a row decide when, and the wait the server requested.
    case retry(failures: Int, requested: Duration?)
    /// Fetch the customer again when the pass is over.
    case markStale
    /// Notify listeners of a purchase's state.
    case notifyPurchase(SignedPurchase, PurchaseChange.State)
    /// Notify listeners of the server's answer to a use.
    case notifyUse(UseChange)
    /// Add a notice.
    case note(ClientError)
  }

  var state = State.idle
  var writes: [PendingWrite]
  /// The purchases requested from the store.
  var attempts: [PurchaseAttempt]
  var confirmation = PurchaseConfirmation.none
  /// The uses in progress that the device allowed by itself; they are lost in a crash.
  var performing: [Reservation] = []
  /// How many requests failed in a row.
  var failures = 0

  init(writes: [PendingWrite] = [], attempts: [PurchaseAttempt] = []) {
    self.writes = writes
    self.attempts = attempts
  }

  /// Whether a report waits.
  func contains(_ key: Idempotency.Key) -> Bool { writes.contains { $0.key == key } }

  /// How many uses of features the device has allowed that the server does not know of.
  ///
  /// - Parameter isUnlimited: Whether to count those that take nothing of any limit, and not the others.
  func allowedUses(of features: Set<Feature.ID>, unlimited isUnlimited: Bool) -> Int {
    writes.compactMap(\.use).count {
      $0.isAllowed && $0.isUnlimited == isUnlimited && features.contains($0.feature)
    }
      + performing.count {
        $0.terms.takesNothing == isUnlimited && features.contains($0.feature)
      }
  }

  /// Whether the server does not know yet that one of these features has room again for a customer: a released item, or
  /// a reservation of a use that was not made.
  func hasRelease(of features: Set<Feature.ID>, for customer: Customer.ID?) -> Bool {
    writes.contains {
      $0.freedFeature.map(features.contains) ?? false && $0.customer == customer
    }
  }

  /// Whether the server does not know yet of a milestone, an attribute or a list of items of a customer.
  func hasChange(of customer: Customer.ID?) -> Bool {
    writes.contains { $0.changesDecisions && $0.customer == customer }
  }

  /// The first instant after `now` at which a purchase takes effect without the server.
  func nextDecision(after now: Instant) -> Instant? {
    writes.filter { $0.key != confirmation.key }.compactMap(\.decidesAt).filter { now < $0 }.min()
  }

  /// Stores a report; if there are too many, the oldest that may be dropped is.
  mutating func append(_ write: PendingWrite) -> [Action] {
    var actions: [Action] = []
    var write = write
    if let report = write.attributes,
      let earlier = writes.firstIndex(where: {
        $0.attributes != nil && $0.customer == write.customer
      })
    {
      // All waiting values are in one report.
      let replaced = writes.remove(at: earlier)
      actions.append(.saveRemoval(replaced.key))
      write = PendingWrite(
        key: write.key, customer: write.customer,
        report: .attributes(replaced.attributes.map(report.including) ?? report), at: write.at,
        isAnonymous: write.isAnonymous)
    }
    if let held = write.held {
      // A later list replaces an earlier one.
      while let earlier = writes.firstIndex(where: {
        $0.held?.feature == held.feature && $0.customer == write.customer
      }) {
        actions.append(.saveRemoval(writes.remove(at: earlier).key))
      }
    }
    writes.append(write)
    while writes.count > PendingWrite.limit, let oldest = writes.firstIndex(where: { !$0.isKept }) {
      let removed = writes.remove(at: oldest)
      actions += [.note(ClientError(.queueFull)), .saveRemoval(removed.key)]
    }
    return actions + [.saveReport(write.key), .evaluate]
  }

  /// Removes a report that could not be stored.
  mutating func discard(_ key: Idempotency.Key) -> [Action] {
    writes.removeAll { $0.key == key }
    return [.evaluate]
  }
}

extension Outbox {
  /// Assigns waiting reports to the customer that their own was merged into.
  mutating func reassign(
    from before: Customer.ID?, to customer: Customer.ID, isAnonymous: Bool
  ) -> [Action] {
    for index in writes.indices {
      if writes[index].customer == customer { writes[index].isHeld = false }
      guard writes[index].customer == nil || before != nil && writes[index].customer == before
      else { continue }
      writes[index].customer = customer
      writes[index].isAnonymous = isAnonymous
    }
    let known = attempts
    for index in attempts.indices where attempts[index].customer == before {
      attempts[index].customer = customer
      attempts[index].isAnonymous = isAnonymous
    }
    return attempts == known ? [.save] : [.save, .saveAttempts]
  }

  /// Assigns a customer's waiting reports to the next customer, and what the store has yet to sell them.
  mutating func unassign(from customer: Customer.ID) -> [Action] {
    for index in writes.indices where writes[index].customer == customer {
      writes[index].customer = nil
    }
    return removeAttempts { $0.customer == customer }
  }

  /// Removes the waiting reports about a customer who was deleted; purchases stay with the store account, and go to the
  /// next customer.
  mutating func delete(of customer: Customer.ID) -> [Action] {
    writes.removeAll { $0.customer == customer && $0.purchase == nil }
    for index in writes.indices where writes[index].customer == customer {
      writes[index].customer = nil
      writes[index].isAnonymous = true
      writes[index].isHeld = false
    }
    return [writes.isEmpty ? .removeSaved : .save] + removeAttempts { $0.customer == customer }
  }

  /// Keeps all waiting reports of a person whose session the server ended and who has not signed out.
  mutating func hold(of customer: Customer.ID) -> [Action] {
    for index in writes.indices where writes[index].customer == customer {
      writes[index].isHeld = true
    }
    return [.save]
  }

  /// After a sign-out, keeps what must not be lost for its customer, who may return; an anonymous customer's purchases
  /// go to the next customer.
  mutating func release() -> [Action] {
    writes.removeAll {
      !$0.isHeld && (!$0.isKept || $0.isAnonymous && $0.purchase == nil)
    }
    for index in writes.indices where writes[index].isAnonymous {
      writes[index].customer = nil
    }
    return [writes.isEmpty ? .removeSaved : .save] + removeAttempts(where: \.isAnonymous)
  }

  /// Without an attempt, a transaction belongs to the customer at its arrival.
  private mutating func removeAttempts(
    where isObsolete: (PurchaseAttempt) -> Bool
  ) -> [Action] {
    guard attempts.contains(where: isObsolete) else { return [] }
    attempts.removeAll(where: isObsolete)
    return [.saveAttempts]
  }
}

/// A trial that a customer has or had, with what its terms give.
struct TrialRun {
  let status: TrialStatus
  let terms: Trial.Terms?
  /// The instant from which uses count toward it.
  let countsFrom: Instant
  /// The uses counted in it, which may exceed its limit.
  let uses: Int

  /// Whether it wins over another of the customer's trials: a running one does, then production's, then the latest to
  /// end.
  func outranks(_ other: TrialRun) -> Bool {
    if status.isActive != other.status.isActive { return status.isActive }
    let (environment, others) = (status.environmentRank, other.status.environmentRank)
    if status.isActive && environment != others { return environment > others }
    let (end, otherEnd) = (status.endsAt ?? .distantFuture, other.status.endsAt ?? .distantFuture)
    if end != otherEnd { return end > otherEnd }
    return (status.id, status.purchase?.description ?? "")
      < (other.status.id, other.status.purchase?.description ?? "")
  }
}

extension TrialStatus {
  /// The rank of its environment; a trial that no purchase started counts as production's.
  fileprivate var environmentRank: Int {
    (purchase?.environment ?? .production).rank
  }
}

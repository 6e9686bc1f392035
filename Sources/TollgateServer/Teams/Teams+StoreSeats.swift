import Crypto
import Foundation
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

/// Seats that the owner of a team bought at the App Store, for an app that hosts the invitations to them.
///
/// The members of such a group have no transactions: what they have follows from the team, and the server claims their
/// seats at the App Store.
extension Teams {
  /// Somebody who joins a team, and who may need one of the App Store's seats.
  struct Joining {
    let seat: TeamSeat
    let member: Customer.ID
    /// The member's download of the app, which tells the App Store who has the seat; nil if it is unknown.
    let download: SignedDownload?
  }

  struct StoreClaim {
    let id: String
    /// Whether the App Store knows who has the seat.
    let isAssociated: Bool
  }

  /// A subscription with several seats.
  private struct Group {
    let purchase: PurchaseID
    let api: AppStoreServerAPI
    let app: ServedApp

    var id: String { purchase.originalID.rawValue }
  }

  /// How many claims of one member may have been released before they were recorded.
  private static let claimAttempts = 8

  /// Claims a seat at the App Store for somebody who joins.
  ///
  /// A member's seat is claimed once, however often the claim is requested. If every seat is claimed, claims that no
  /// member has are released: those of members who left, were merged or deleted, those of a former owner of the
  /// subscription, and those whose member was never recorded.
  ///
  /// - Parameter owner: The customer who shares the seat.
  /// - Returns: The claim; nil if the owner bought no such seats of what the team shares, if all are claimed and
  ///   something else is shared with more members, or if the server does not ask the store.
  /// - Throws: `Problem` with code `limit_reached` if every seat is claimed, `busy` if the store does not answer.
  func claimSeat(
    for joining: Joining, of owner: Customer, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> StoreClaim? {
    guard let team = app.blueprint.team(joining.seat.team) else { return nil }
    var full: [PurchaseID] = []
    for purchase in owner.purchasesOfSeats(giving: team.shares, in: app.blueprint, at: now) {
      guard let api = app.storeAPIs[purchase.environment] else { continue }
      let group = Group(purchase: purchase, api: api, app: app)
      if let claim = try await claim(of: group, for: joining) { return claim }
      // Apple does not document this refusal's number; it reports seats only for groups that the app manages.
      let claims: [String]
      do throws(ServerAPIError) {
        claims = try await api.seats(of: group.id).assignedSeatClaimIds
      } catch {
        guard error.code == .refused else { throw Self.storeUnavailable }
        continue
      }
      // Unrecorded claims come last: another server may be about to record their members.
      for areRecorded in [true, false] {
        for claim in claims {
          guard try await release(claim, ifRecorded: areRecorded, of: group) else {
            continue
          }
          if let own = try await self.claim(of: group, for: joining) { return own }
        }
      }
      full.append(purchase)
    }
    if full.isEmpty { return nil }
    // What the owner has beside these purchases may be shared with more members, who need no seat at the App Store.
    let taken = owner.sharedSeats.count { $0.team == team.id && $0.isTaken }
    guard taken < app.blueprint.seats(of: team, sharedBy: owner, without: full, at: now) else {
      throw Problem(.limitReached, "Every seat that the owner bought at the App Store is claimed.")
    }
    return nil
  }

  /// Claims a seat; nil if the store refuses it.
  private func claim(
    of group: Group, for joining: Joining
  ) async throws(Problem) -> StoreClaim? {
    for attempt in 0..<Self.claimAttempts {
      let identifier = Self.requestIdentifier(of: group, for: joining, attempt: attempt)
      var claimed: StoreClaim?
      if let download = joining.download?.appTransactionID(in: group.purchase.environment) {
        claimed = try await claim(
          of: group,
          ClaimSeatRequest(requestIdentifier: identifier, appTransactionId: download))
      }
      if claimed == nil {
        // The store may not know the download; the member is not refused for that.
        claimed = try await claim(of: group, ClaimSeatRequest(requestIdentifier: identifier))
      }
      guard let own = claimed else { return nil }
      // The store returns a claim for its request even after the claim was released.
      let owner = try await writer.records.owner(
        of: .seat(TeamSeat.ID(own.id)), in: group.app)
      if owner != .releasedSeats { return own }
    }
    throw Self.storeUnavailable
  }

  private func claim(
    of group: Group, _ request: ClaimSeatRequest
  ) async throws(Problem) -> StoreClaim? {
    do throws(ServerAPIError) {
      return StoreClaim(
        id: try await group.api.claimSeat(of: group.id, request),
        isAssociated: request.appTransactionId != nil)
    } catch {
      guard error.code == .refused else { throw Self.storeUnavailable }
      return nil
    }
  }

  /// Releases a claim that no member has.
  ///
  /// - Parameter areRecorded: Whether to release a claim for which a member was ever recorded, or one of any other.
  /// - Returns: Whether the store released it.
  private func release(
    _ claim: String, ifRecorded areRecorded: Bool, of group: Group
  ) async throws(Problem) -> Bool {
    var owner = try await writer.records.owner(of: .seat(TeamSeat.ID(claim)), in: group.app)
    guard (owner != nil) == areRecorded else { return false }
    if owner == nil {
      owner = try await writer.ownerOrRelease(ofStoreSeat: claim, in: group.app)
    }
    if let owner, try await hasMember(claim, sharedBy: owner, of: group) { return false }
    do throws(ServerAPIError) {
      try await group.api.unclaimSeat(claim, of: group.id)
      return true
    } catch {
      return false
    }
  }

  /// Whether a member has the seat of a claim, from an owner who still has the subscription, even if its renewal is not known
  /// yet.
  private func hasMember(
    _ claim: String, sharedBy owner: Customer.ID, of group: Group
  ) async throws(Problem) -> Bool {
    // Bypasses the cache: another server may have recorded the member since this request began.
    guard owner != .releasedSeats,
      let known = try await writer.records.reload(owner, in: group.app)
    else { return false }
    let record = try await writer.records.survivor(of: known, in: group.app)
    let (customer, now) = (record.customer, try writer.records.instant(for: record))
    return customer.sharedSeats.contains { $0.isTaken && $0.storeClaim == claim }
      && customer.holdsSeats(of: group.purchase, at: now)
  }

  /// Releases a seat at the App Store that nobody has, or no longer has.
  ///
  /// A failure changes nothing for the member, who has already lost access; the next member who finds every seat
  /// claimed tries again.
  ///
  /// - Parameters:
  ///   - claim: The claim of somebody who did not get the seat; nil for the recorded claim.
  ///   - owner: The customer who shares the seat.
  func releaseSeat(
    _ id: TeamSeat.ID, claimedAs claim: String? = nil, of owner: Customer.ID, in app: ServedApp,
    at now: Instant
  ) async {
    guard let record = try? await writer.records.present(owner, in: app) else { return }
    let seat = record.customer.sharedSeat(id)
    guard let claim = claim ?? seat?.storeClaim else { return }
    // While the member can still join, the claim stays: Apple returns the same claim for a repeated request, even if it
    // was released.
    if let seat, seat.isOpen(at: now) || seat.isTaken && seat.storeClaim == claim { return }
    await app.unclaimSeat(claim, of: record.customer.purchasesOfSeats)
  }

  /// The identifier of the claim's request: a UUID that is always the same for an attempt to claim a member's seat.
  private static func requestIdentifier(
    of group: Group, for joining: Joining, attempt: Int
  ) -> String {
    let names = [
      joining.seat.id.rawValue, joining.member.rawValue, group.purchase.description, "\(attempt)",
    ]
    let hash = SHA256.hash(data: Data(names.joined(separator: " ").utf8))
    var digits = Array(hash.prefix(16).hexadecimal)
    digits[12] = "4"
    digits[16] = "8"
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      .joined(separator: "-")
  }

  private static let storeUnavailable = Problem(
    .busy, "The App Store does not answer, so no seat could be claimed. Try again.")
}

extension ServedApp {
  /// Releases a claim of a seat of one of some subscriptions.
  func unclaimSeat(_ claim: String, of purchases: [PurchaseID]) async {
    for purchase in purchases {
      guard let api = storeAPIs[purchase.environment] else { continue }
      do throws(ServerAPIError) {
        return try await api.unclaimSeat(claim, of: purchase.originalID.rawValue)
      } catch {
        continue
      }
    }
  }

  /// Releases the seats that the former owner of a subscription claimed for members, who no longer have anything from it.
  ///
  /// A failure leaves them claimed until the new owner's members need them.
  func unclaimSeats(of purchase: PurchaseID, sharedBy owner: Customer) async {
    guard !storeAPIs.isEmpty, owner.purchasesOfSeats.contains(purchase) else { return }
    for claim in owner.sharedSeats.filter(\.isTaken).compactMap(\.storeClaim) {
      await unclaimSeat(claim, of: [purchase])
    }
  }
}

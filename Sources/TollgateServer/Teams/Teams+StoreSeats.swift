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
  /// Claims a seat at the App Store for somebody who joins.
  ///
  /// A member's seat is claimed once, however often the claim is requested.
  ///
  /// - Parameters:
  ///   - seat: The seat of the team.
  ///   - owner: The customer who shares it.
  ///   - member: The customer who joins.
  /// - Returns: The identifier of the claim; nil if the owner bought no such seats of what the team shares, or if the
  ///   server does not ask the store.
  /// - Throws: `Problem` with code `limit_reached` if every seat is claimed, `busy` if the store does not answer.
  func claimSeat(
    _ seat: TeamSeat, of owner: Customer, for member: Customer.ID, in app: ServedApp,
    at now: Instant
  ) async throws(Problem) -> String? {
    let shares = app.blueprint.definition.teams.first { $0.id == seat.team }?.shares ?? []
    let request = ClaimSeatRequest(requestIdentifier: Self.requestIdentifier(seat.id, member))
    var isFull = false
    for purchase in owner.purchasesOfSeats(giving: shares, in: app.blueprint, at: now) {
      guard let api = app.storeAPIs[purchase.environment] else { continue }
      let id = purchase.originalID.rawValue
      if let claim = try await claim(request, of: id, from: api) { return claim }
      // Apple does not document this refusal's number; it reports seats only for groups that the app manages.
      let claims: [String]
      do throws(ServerAPIError) {
        claims = try await api.seats(of: id).assignedSeatClaimIds
      } catch {
        guard error.code == .refused else { throw Self.storeUnavailable }
        continue
      }
      // Claims left by members who were merged or deleted, or that could not be released, are released when a seat is
      // needed.
      let ended = Set(owner.sharedSeats.filter { !$0.isTaken }.compactMap(\.storeClaim))
      let left = claims.filter { ended.contains($0) }
      for claim in left { try? await api.unclaimSeat(claim, of: id) }
      if !left.isEmpty, let claim = try await claim(request, of: id, from: api) { return claim }
      isFull = true
    }
    guard !isFull else {
      throw Problem(.limitReached, "Every seat that the owner bought at the App Store is claimed.")
    }
    return nil
  }

  /// Claims a seat; nil if the store refuses it.
  private func claim(
    _ request: ClaimSeatRequest, of id: String, from api: AppStoreServerAPI
  ) async throws(Problem) -> String? {
    do throws(ServerAPIError) {
      return try await api.claimSeat(of: id, request)
    } catch {
      guard error.code == .refused else { throw Self.storeUnavailable }
      return nil
    }
  }

  /// Releases a seat at the App Store that nobody has, or no longer has.
  ///
  /// A failure changes nothing for the member, who has already lost access; the next member who finds every seat
  /// claimed tries again.
  ///
  /// - Parameters:
  ///   - id: The seat of the team.
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

  /// The identifier of the claim's request: a UUID that is always the same for a member's seat.
  private static func requestIdentifier(_ seat: TeamSeat.ID, _ member: Customer.ID) -> String {
    let hash = SHA256.hash(data: Data("\(seat.rawValue) \(member.rawValue)".utf8))
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
}

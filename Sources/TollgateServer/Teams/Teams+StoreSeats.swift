import Crypto
import Foundation
import Tollgate
import TollgateAppStore
import TollgateWire

/// Seats that the owner of a team bought at the App Store, for an app that hosts the invitations to them.
///
/// The members of such a group have no transactions: what they have follows from the team, and the server claims their
/// seats at the App Store.
extension Teams {
  /// Claims a seat at the App Store for somebody who joins.
  ///
  /// The same member claims the same seat once, however often this is called. Once all are claimed, those of members who
  /// are out are released: a merge ends a seat without asking the store, and a release can fail.
  ///
  /// - Parameters:
  ///   - seat: The seat of the team.
  ///   - owner: The customer who shares it.
  ///   - member: The customer who joins.
  /// - Returns: The identifier of the claim; nil if the owner bought no such seats, or the server does not ask the store.
  /// - Throws: `Problem` with code `limit_reached` if every seat is claimed, `busy` if the store does not answer.
  func claimSeat(
    _ seat: TeamSeat.ID, of owner: Customer, for member: Customer.ID, in app: ServedApp,
    at now: Instant
  ) async throws(Problem) -> String? {
    guard let purchase = owner.purchaseOfSeats(at: now),
      let api = app.storeAPIs[purchase.environment]
    else { return nil }
    let id = purchase.originalID.rawValue
    let request = ClaimSeatRequest(requestIdentifier: Self.requestIdentifier(seat, member))
    if let claim = try await Self.claim(request, of: id, at: api) { return claim }
    // Apple documents no number of the refusal; it tells the seats only of a group that the app manages.
    let claimed: Set<String>
    do throws(ServerAPIError) {
      claimed = Set(try await api.seats(of: id).assignedSeatClaimIds)
    } catch {
      guard error.code == .refused else { throw Self.storeUnavailable }
      return nil
    }
    let left = owner.sharedSeats.filter { $0.endedAt != nil }.compactMap(\.storeClaim)
      .filter(claimed.contains)
    for claim in left { try? await api.unclaimSeat(claim, of: id) }
    if !left.isEmpty, let claim = try await Self.claim(request, of: id, at: api) { return claim }
    throw Problem(.limitReached, "Every seat that the owner bought at the App Store is claimed.")
  }

  /// Claims a seat of a purchase; nil if the store refuses.
  private static func claim(
    _ request: ClaimSeatRequest, of purchase: String, at api: AppStoreServerAPI
  ) async throws(Problem) -> String? {
    do throws(ServerAPIError) {
      return try await api.claimSeat(of: purchase, request)
    } catch {
      guard error.code == .refused else { throw storeUnavailable }
      return nil
    }
  }

  /// Releases a seat at the App Store that nobody has, or has any longer.
  ///
  /// A failure changes nothing for the member, who is out already; ending the seat again tries again.
  ///
  /// - Parameters:
  ///   - seat: The seat of the team.
  ///   - claim: The claim, if the seat was not recorded with it.
  ///   - owner: The customer who shares the seat.
  func releaseSeat(
    _ seat: TeamSeat.ID, claimedAs claim: String? = nil, of owner: Customer.ID, in app: ServedApp,
    at now: Instant
  ) async {
    guard let record = try? await writer.records.present(owner, in: app),
      record.customer.sharedSeat(seat)?.isTaken != true,
      let claim = claim ?? record.customer.sharedSeat(seat)?.storeClaim,
      let purchase = record.customer.purchaseOfSeats(at: now),
      let api = app.storeAPIs[purchase.environment]
    else { return }
    try? await api.unclaimSeat(claim, of: purchase.originalID.rawValue)
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

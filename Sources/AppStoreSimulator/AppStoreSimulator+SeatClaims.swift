public import TollgateAppStore

extension AppStoreSimulator {
  /// Who hosts the invitations to the seats of subscriptions that are bought from now on.
  public var invitationManagement: InvitationManagement { read { $0.settings.invitations } }

  /// Sets who hosts the invitations to seats, as in App Store Connect.
  ///
  /// The setting applies to new subscriptions, and to those that are bought again after they ended. With
  /// ``TollgateAppStore/InvitationManagement/developer`` members get no transactions, and the app claims their seats.
  public func setInvitationManagement(_ management: InvitationManagement) {
    write { $0.settings.invitations = management }
  }

  /// The seats of a subscription whose invitations the developer hosts, and the claims of them.
  public func seats(
    of originalTransactionID: String
  ) -> Result<GetSeatInfoResponse, SeatClaimFailure> {
    read { book in
      do throws(SeatClaimFailure) {
        return .success(try book.seats(of: originalTransactionID))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Claims a seat for the developer.
  ///
  /// - Parameters:
  ///   - originalTransactionID: The purchaser's original transaction.
  ///   - requestID: The developer's identifier of the claim; repeating it does not claim a second seat.
  ///   - appTransactionID: The identifier of the member's download of the app, if it is known.
  /// - Returns: The claim's identifier, or the reason why no seat was claimed.
  @discardableResult
  public func claimSeat(
    of originalTransactionID: String, requestID: String, appTransactionID: String? = nil
  ) -> Result<String, SeatClaimFailure> {
    write { book in
      Result { () throws(SeatClaimFailure) in
        try book.claimSeat(
          of: originalTransactionID, request: requestID, downloading: appTransactionID)
      }
    }
  }

  /// Associates a claimed seat with the member who occupies it.
  ///
  /// - Returns: Why the seat has no occupant; nil if it has.
  @discardableResult
  public func associateSeat(
    _ claim: String, of originalTransactionID: String, appTransactionID: String
  ) -> SeatClaimFailure? {
    write { book in
      do throws(SeatClaimFailure) {
        try book.associateSeat(claim, of: originalTransactionID, downloading: appTransactionID)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Releases a seat that the developer claimed, because its member left or was removed.
  ///
  /// - Returns: Why it cannot be released; nil if it was.
  @discardableResult
  public func unclaimSeat(
    _ claim: String, of originalTransactionID: String
  ) -> SeatClaimFailure? {
    write { book in
      do throws(SeatClaimFailure) {
        try book.unclaimSeat(claim, of: originalTransactionID)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Releases a claimed seat for the store, which notifies the app with `UNCLAIM_SEATS`.
  ///
  /// - Returns: Whether there is such a claim.
  @discardableResult
  public func unclaimSeat(_ claim: String) -> Bool { write { $0.unclaimSeat(claim) } }

  /// The groups that an account belongs to, as purchaser of several seats or as a member who has one.
  public func groups(of account: AccountID) -> [GroupEntry] {
    read { book in book.accounts[account].map { book.groups(of: $0) } ?? [] }
  }

  /// The accounts that belong to a group, the purchaser first; nil if there is no such group now.
  public func members(ofGroup id: String) -> [AccountID]? {
    read { book in book.members(ofGroup: id)?.map { book.accounts[$0].id } }
  }
}

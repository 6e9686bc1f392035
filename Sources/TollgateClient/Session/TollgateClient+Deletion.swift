import TollgateWire

extension TollgateClient {
  /// Deletes the customer, with their account if they have one, on the server and on this device.
  ///
  /// Everything recorded about the person is erased, and their other devices are signed out. What was bought stays with
  /// the store account: a subscription continues until it is cancelled there, and ``restorePurchases()`` gives the next
  /// customer access. On success the device has no customer until the next one, as after ``signOut()``, and reports
  /// that waited for the network are discarded.
  ///
  /// Ask for confirmation first, as `DeleteAccountSection` does: it cannot be undone. After a retryable error you can
  /// call it again, even if the server has already deleted the customer.
  ///
  /// - Throws: ``ClientError`` with code `network` if the server could not be reached, or the server's; nothing has
  ///   changed on this device.
  public func deleteAccount() async throws(ClientError) {
    guard await prepare() else { throw ClientError(.storageUnavailable) }
    // A customer still being created would otherwise outlast the deletion.
    if session.current == nil { await tasks.sessionCreation.wait() }
    let person = session.ticket
    do {
      try await requestDeletion()
    } catch {
      guard error.error.code == .customerDeleted else { throw error.error }
    }
    // Another request may have found out first, and the device may have a new customer by now.
    guard session.standing(of: person) != .left else { return }
    await removeDeletedCustomer()
  }

  private func requestDeletion() async throws(ServerCalls.Failure) {
    for _ in 0..<2 {
      guard let current = session.current else { return }
      let ticket = session.ticket(for: current)
      do {
        return try await server.delete(current)
      } catch {
        switch session.recovery(of: ticket, after: error.problem?.code) {
        case .fail: throw error
        case .delete: return
        case .resend: break
        case .exchange: try await exchange(current, ticket)
        case .end:
          try await endSession()
          throw error
        }
      }
    }
    throw ServerCalls.Failure(ClientError(.network))
  }

  /// Leaves the session of a customer who was deleted, such as on another device.
  func leaveDeletedCustomer() async throws(ServerCalls.Failure) -> Never {
    await removeDeletedCustomer()
    let error = ClientError(.customerDeleted)
    note(error)
    connection = .failed(error)
    throw ServerCalls.Failure(error)
  }

  /// Removes a customer who was deleted, with everything cached about them, from this device.
  private func removeDeletedCustomer() async {
    perform(update(\.session) { $0.deleted() })
    await cancelNudges()
    await settle()
  }
}

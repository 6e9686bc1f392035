public import Foundation
import Tollgate
import TollgateWire

extension TollgateClient {
  /// Sets a new password for the account, and ends its sessions on all other devices.
  ///
  /// If the server's answer is lost, the error's code is `network` and the password may have changed. This device's session
  /// has then ended too: the next call fails with `session_ended`, and the person signs in with the new password.
  ///
  /// - Parameters:
  ///   - oldPassword: The password until now.
  ///   - newPassword: The password from now on, 8 to 128 characters.
  /// - Throws: ``ClientError`` with the server's code, such as `wrong_credentials`, or `account_needed` unless the
  ///   account has a password; nothing has changed then. ``ClientError`` with code `network` if there was no answer.
  public func changePassword(
    from oldPassword: String, to newPassword: String
  ) async throws(ClientError) {
    let ticket = session.ticket
    let response: ServerCalls.Response<DeviceSession>
    do {
      response = try await authorized(
        .changePassword,
        body: PasswordChangeRequest(
          oldPassword: oldPassword, newPassword: newPassword, device: device))
    } catch {
      throw error.error
    }
    guard session.standing(of: ticket) != .left else { throw ClientError(.customerChanged) }
    open(response)
  }

  /// Has the server mail a one-time code, with which ``resetPassword(of:code:to:)`` sets a new password.
  ///
  /// The result is the same whether or not the address has an account.
  ///
  /// - Parameters:
  ///   - email: The email address; case does not matter.
  ///   - locale: The language of the mail.
  /// - Throws: ``ClientError`` with the server's code, such as `too_many_attempts` or `mail_not_configured`.
  public func requestPasswordReset(
    of email: String, locale: Locale = .current
  ) async throws(ClientError) {
    await prepare()
    do {
      try await server.accept(
        .requestPasswordReset,
        body: PasswordResetRequest(
          email: email, device: device, locale: locale.identifier(.bcp47)))
    } catch {
      throw error.error
    }
  }

  /// Sets a new password with a one-time code and signs in; all earlier sessions of the account end.
  ///
  /// This device's anonymous customer is merged into the account's, as when signing in. If the server's answer is lost,
  /// the error's code is `network` and the code may be used up: the new password then signs in.
  ///
  /// - Parameters:
  ///   - email: The email address that the code was sent to.
  ///   - code: The code as the person typed it.
  ///   - newPassword: The password from now on, 8 to 128 characters.
  /// - Throws: ``ClientError`` with the server's code, such as `invalid_code`; nothing has changed then. ``ClientError``
  ///   with code `network` if there was no answer.
  public func resetPassword(
    of email: String, code: String, to newPassword: String
  ) async throws(ClientError) {
    await prepare()
    guard let device else { throw ClientError(.storageUnavailable) }
    try await authenticate(
      .resetPassword,
      PasswordResetConfirmation(
        email: email, code: code, newPassword: newPassword, device: device))
  }

  /// Ends the customer's sessions on all devices, and signs out here as ``signOut()`` does.
  ///
  /// - Throws: ``ClientError`` with code `network` if there was no answer, or the server's; nothing has changed on this
  ///   device, and you can call it again.
  public func signOutEverywhere() async throws(ClientError) {
    guard await prepare() else { throw ClientError(.storageUnavailable) }
    guard session.current != nil else { return }
    await flush()
    do {
      try await accepted(.signOutEverywhere)
    } catch {
      // Another device may have ended this session first.
      guard error.error.code != .sessionEnded else { return }
      throw error.error
    }
    await signOut()
  }

  /// Has the server mail a one-time code, with which ``verifyEmail(code:)`` verifies the account's email address.
  ///
  /// - Throws: ``ClientError`` with the server's code, such as `account_needed` or `mail_not_configured`.
  public func requestEmailVerification(locale: Locale = .current) async throws(ClientError) {
    do {
      try await accepted(
        .requestEmailVerification,
        body: EmailVerificationRequest(locale: locale.identifier(.bcp47)))
    } catch {
      throw error.error
    }
  }

  /// Verifies the account's email address with a one-time code.
  ///
  /// - Parameter code: The code as the person typed it.
  /// - Throws: ``ClientError`` with the server's code, such as `invalid_code`.
  public func verifyEmail(code: String) async throws(ClientError) {
    do {
      let _: ServerCalls.Response<ChangeResponse> = try await authorized(
        .verifyEmail, body: EmailVerificationConfirmation(code: code))
    } catch {
      throw error.error
    }
  }

  /// Returns everything that the server stores about the customer, as the JSON of `CustomerExport`.
  ///
  /// - Throws: ``ClientError`` with code `network` if the server could not be reached, or the server's.
  public func exportData() async throws(ClientError) -> Data {
    do {
      let response: ServerCalls.Response<CustomerExport> = try await authorized(.export)
      return response.body
    } catch {
      throw error.error
    }
  }

  /// Sends a request as the session's customer whose response carries nothing that needs to be trusted.
  private func accepted(
    _ endpoint: Endpoint, body: (any Encodable & Sendable)? = nil
  ) async throws(ServerCalls.Failure) {
    let sender = try await ensureSession()
    let ticket = session.ticket(for: sender)
    do {
      return try await server.accept(endpoint, token: sender.token, body: body)
    } catch {
      switch session.recovery(of: ticket, after: error.problem?.code) {
      case .fail: throw error
      case .resend: break
      case .exchange: try await exchange(sender, ticket)
      case .end:
        try await endSession()
        throw error
      case .delete: try await leaveDeletedCustomer()
      }
    }
    let next = try await ensureSession()
    try await server.accept(endpoint, token: next.token, body: body)
  }
}

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
    // Another request may have found out first, and the device may already have a new customer.
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

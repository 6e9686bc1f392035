import Hummingbird
import Logging
import TollgateLedger
import TollgateWire

extension EndpointHandler {
  func createCustomer(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let app = try app(incoming)
    let request = try incoming.jsonOrEmpty(CreateCustomerRequest.self)
    try NameLength.check(request.device)
    try await service.accounts.attempts.begin(
      request.device.subjects(AttemptSubject.customers, in: app.id)
        + incoming.address.subjects(AttemptSubject.customersFrom), at: service.records.clock())
    var claim: LedgerClaim?
    if let text = request.signedAppTransaction {
      do throws(Problem) {
        claim = try await service.sessions.claim(of: text, in: app)
      } catch {
        // An app that starts needs a customer, whatever its store says of the download.
        incoming.logger.notice(
          "ignored an app transaction", metadata: ["code": "\(error.code.rawValue)"])
      }
    }
    return try await signed(
      try await service.sessions.createCustomer(in: app, device: request.device, claim: claim))
  }

  func signUp(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let visitor = try await visitor(incoming)
    let request = try incoming.json(CredentialsRequest.self)
    return try await signed(try await service.accounts.signUp(request, as: visitor))
  }

  func signIn(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let visitor = try await visitor(incoming)
    let request = try incoming.json(CredentialsRequest.self)
    return try await signed(try await service.accounts.signIn(request, as: visitor))
  }

  func renewSession(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let app = try app(incoming)
    return try await signed(try await service.sessions.renew(try incoming.token, in: app))
  }

  func me(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    return try await signed(try await service.customers.snapshotBody(of: caller), for: caller)
  }

  func deleteCustomer(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let app = try app(incoming)
    return .personal(
      try JSON.bytes(try await service.deletion.delete(try incoming.token, in: app)))
  }

  func customer(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    let snapshot = try await service.customers.snapshot(
      of: try incoming.name("customer"), for: caller)
    return try await signed(snapshot, for: caller)
  }
}

extension EndpointHandler {
  func signInWithToken(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let visitor = try await visitor(incoming)
    let request = try incoming.json(TokenSignInRequest.self)
    return try await signed(try await service.accounts.signIn(with: request, as: visitor))
  }

  func signOut(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let app = try app(incoming)
    return .personal(
      try JSON.bytes(try await service.sessions.end(try incoming.token, in: app)))
  }

  func profile(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    return try await signed(try await service.profiles.profile(of: caller), for: caller)
  }

  func makeProfile(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    let request = try incoming.jsonOrEmpty(ProfileRequest.self)
    return try await signed(
      try await service.profiles.makeProfile(request, by: caller), for: caller)
  }
}

extension EndpointHandler {
  func signOutEverywhere(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    return .personal(try JSON.bytes(try await service.sessions.endAll(of: caller)))
  }

  func changePassword(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    let request = try incoming.json(PasswordChangeRequest.self)
    return try await signed(
      try await service.accounts.changePassword(request, by: caller, from: incoming.address))
  }

  func requestPasswordReset(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let app = try app(incoming)
    let request = try incoming.json(PasswordResetRequest.self)
    return .personal(
      try JSON.bytes(
        try await service.accounts.requestPasswordReset(
          request, in: app, from: incoming.address)), status: .accepted)
  }

  func resetPassword(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let visitor = try await visitor(incoming)
    let request = try incoming.json(PasswordResetConfirmation.self)
    return try await signed(try await service.accounts.resetPassword(request, as: visitor))
  }

  func requestEmailVerification(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    let request = try incoming.jsonOrEmpty(EmailVerificationRequest.self)
    return .personal(
      try JSON.bytes(
        try await service.accounts.requestEmailVerification(
          request, by: caller, from: incoming.address)), status: .accepted)
  }

  func verifyEmail(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    let request = try incoming.json(EmailVerificationConfirmation.self)
    return try await signed(
      try await service.accounts.verifyEmail(request, by: caller, from: incoming.address),
      for: caller)
  }

  func export(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    return try await signed(
      try await service.exports.export(of: caller).body(), for: caller)
  }
}

import Hummingbird
import TollgateSchemas
import TollgateWire

extension EndpointRoute {
  static let accounts: [EndpointRoute] = [
    EndpointRoute(
      .signUp, "signUp", .accounts, "Creates an account with a password.",
      "The anonymous customer whose token the request presents is converted to the account.",
      body: .required(.signUpRequest), answers: [.shape(.sessionResponse)],
      by: .visitor(EndpointHandler.signUp)),
    EndpointRoute(
      .signIn, "signIn", .accounts, "Opens a session with a password.",
      "The anonymous customer whose token the request presents is merged into the account's. An unknown address and a wrong password have the same answer.",
      body: .required(.credentialsRequest), answers: [.shape(.sessionResponse)],
      by: .visitor(EndpointHandler.signIn)),
    EndpointRoute(
      .signInWithToken, "signInWithToken", .accounts, "Opens a session with an issuer's token.",
      "The first token of an issuer's user opens an account, later ones sign in to it. The anonymous customer whose token the request presents is converted to the account or merged into it.",
      body: .required(.tokenSignInRequest), answers: [.shape(.sessionResponse)],
      by: .visitor(EndpointHandler.signInWithToken)),
    EndpointRoute(
      .requestPasswordReset, "requestPasswordReset", .accounts,
      "Mails a one-time code for a new password.",
      "The answer does not reveal whether there is an account with the address.",
      body: .required(.passwordResetRequest), answers: [.shape(.acceptedResponse, status: 202)],
      by: .app(EndpointHandler.requestPasswordReset)),
    EndpointRoute(
      .resetPassword, "resetPassword", .accounts, "Sets a new password with a one-time code.",
      "It opens a session, and all earlier ones end. The anonymous customer whose token the request presents is merged into the account's.",
      body: .required(.passwordResetConfirmation), answers: [.shape(.sessionResponse)],
      by: .visitor(EndpointHandler.resetPassword)),
    EndpointRoute(
      .changePassword, "changePassword", .accounts, "Sets a new password with the old one.",
      "It opens a session, and all earlier ones end.",
      body: .required(.passwordChangeRequest), answers: [.shape(.sessionResponse)],
      by: .customer(EndpointHandler.changePassword)),
    EndpointRoute(
      .requestEmailVerification, "requestEmailVerification", .accounts,
      "Mails a code that verifies the address.",
      "The address is that of the caller's account.",
      body: .optional(.emailVerificationRequest),
      answers: [.shape(.acceptedResponse, status: 202)],
      by: .customer(EndpointHandler.requestEmailVerification)),
    EndpointRoute(
      .verifyEmail, "verifyEmail", .accounts, "Verifies the caller's email address.",
      "The code is the one that was mailed to the address.",
      body: .required(.emailVerificationConfirmation), answers: [.shape(.changeResponse)],
      by: .customer(EndpointHandler.verifyEmail)),
    EndpointRoute(
      .profile, "getProfile", .accounts, "Reads the profile of the caller's account.",
      "The rows are those of the blueprint's `profile`, with their initial values.",
      answers: [.shape(.profileResponse)], by: .customer(EndpointHandler.profile)),
    EndpointRoute(
      .makeProfile, "createProfile", .accounts, "Creates the rows that the profile lacks.",
      "Repeating it creates nothing twice.",
      body: .optional(.profileRequest), answers: [.shape(.profileResponse)],
      by: .customer(EndpointHandler.makeProfile)),
  ]
}

extension EndpointHandler {
  func signUp(_ incoming: IncomingRequest, as visitor: Visitor) async throws(Problem) -> Response {
    let request = try incoming.json(CredentialsRequest.self)
    return try await signed(try await service.accounts.signUp(request, as: visitor))
  }

  func signIn(_ incoming: IncomingRequest, as visitor: Visitor) async throws(Problem) -> Response {
    let request = try incoming.json(CredentialsRequest.self)
    return try await signed(try await service.accounts.signIn(request, as: visitor))
  }

  func signInWithToken(
    _ incoming: IncomingRequest, as visitor: Visitor
  ) async throws(Problem) -> Response {
    let request = try incoming.json(TokenSignInRequest.self)
    return try await signed(try await service.accounts.signIn(with: request, as: visitor))
  }

  func requestPasswordReset(
    _ incoming: IncomingRequest, in app: ServedApp
  ) async throws(Problem) -> Response {
    let request = try incoming.json(PasswordResetRequest.self)
    return try await .personal(
      encoding: service.accounts.requestPasswordReset(request, in: app, from: incoming.address),
      status: .accepted)
  }

  func resetPassword(
    _ incoming: IncomingRequest, as visitor: Visitor
  ) async throws(Problem) -> Response {
    let request = try incoming.json(PasswordResetConfirmation.self)
    return try await signed(try await service.accounts.resetPassword(request, as: visitor))
  }

  func changePassword(
    _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    let request = try incoming.json(PasswordChangeRequest.self)
    return try await signed(
      try await service.accounts.changePassword(request, by: caller, from: incoming.address))
  }

  func requestEmailVerification(
    _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    let request = try incoming.jsonOrEmpty(EmailVerificationRequest.self)
    return try await .personal(
      encoding: service.accounts.requestEmailVerification(
        request, by: caller, from: incoming.address), status: .accepted)
  }

  func verifyEmail(
    _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    let request = try incoming.json(EmailVerificationConfirmation.self)
    return try await signed(
      try await service.accounts.verifyEmail(request, by: caller, from: incoming.address),
      for: caller)
  }

  func profile(_ incoming: IncomingRequest, by caller: Caller) async throws(Problem) -> Response {
    try await signed(try await service.profiles.profile(of: caller), for: caller)
  }

  func makeProfile(
    _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    let request = try incoming.jsonOrEmpty(ProfileRequest.self)
    return try await signed(
      try await service.profiles.makeProfile(request, by: caller), for: caller)
  }
}

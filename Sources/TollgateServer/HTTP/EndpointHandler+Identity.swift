import Hummingbird
import TollgateWire

extension EndpointHandler {
  func createCustomer(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let app = try app(incoming)
    let request = try incoming.jsonOrEmpty(CreateCustomerRequest.self)
    return try signed(try await service.sessions.createCustomer(in: app, device: request.device))
  }

  func signUp(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let visitor = try await visitor(incoming)
    let request = try incoming.json(CredentialsRequest.self)
    return try signed(try await service.accounts.signUp(request, as: visitor))
  }

  func signIn(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let visitor = try await visitor(incoming)
    let request = try incoming.json(CredentialsRequest.self)
    return try signed(try await service.accounts.signIn(request, as: visitor))
  }

  func renewSession(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let app = try app(incoming)
    return try signed(try await service.sessions.renew(try incoming.token, in: app))
  }

  func me(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    return try signed(try await service.customers.snapshot(of: caller), for: caller)
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
    return try signed(snapshot, for: caller)
  }
}

extension EndpointHandler {
  func signInWithToken(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let visitor = try await visitor(incoming)
    let request = try incoming.json(TokenSignInRequest.self)
    return try signed(try await service.accounts.signIn(with: request, as: visitor))
  }

  func signOut(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let app = try app(incoming)
    return .personal(
      try JSON.bytes(try await service.sessions.end(try incoming.token, in: app)))
  }

  func profile(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    return try signed(try await service.profiles.profile(of: caller), for: caller)
  }

  func makeProfile(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    let request = try incoming.jsonOrEmpty(ProfileRequest.self)
    return try signed(try await service.profiles.makeProfile(request, by: caller), for: caller)
  }
}

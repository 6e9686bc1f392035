import Hummingbird
import TollgateWire

extension EndpointHandler {
  func createCustomer(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let app = try app(incoming)
    let request = try incoming.jsonOrEmpty(CreateCustomerRequest.self)
    return try signed(try await service.createCustomer(in: app.id, device: request.device))
  }

  func signUp(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let app = try app(incoming)
    let session = try await service.signUp(in: app.id, presenting: try incoming.token) {
      () throws(Problem) in try incoming.json(CredentialsRequest.self)
    }
    return try signed(session)
  }

  func signIn(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let app = try app(incoming)
    let session = try await service.signIn(in: app.id, presenting: try incoming.token) {
      () throws(Problem) in try incoming.json(CredentialsRequest.self)
    }
    return try signed(session)
  }

  func renewSession(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let app = try app(incoming)
    guard let token = try incoming.token else {
      throw Problem(.missingToken, "This needs a customer token.")
    }
    return try signed(try await service.renewSession(token, in: app.id))
  }

  func me(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    return try signed(try await service.snapshot(of: caller), for: caller)
  }

  func customer(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    let snapshot = try await service.snapshot(of: try incoming.name("customer"), for: caller)
    return try signed(snapshot, for: caller)
  }
}

extension EndpointHandler {
  func signInWithToken(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let app = try app(incoming)
    let session = try await service.signInWithToken(
      in: app.id, presenting: try incoming.token
    ) { () throws(Problem) in try incoming.json(TokenSignInRequest.self) }
    return try signed(session)
  }

  func signOut(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let app = try app(incoming)
    guard let token = try incoming.token else {
      throw Problem(.missingToken, "This needs a customer token.")
    }
    return .personal(try JSON.bytes(try await service.signOut(token, in: app.id)))
  }

  func profile(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    return try signed(try await service.profile(of: caller), for: caller)
  }

  func makeProfile(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    let request = try incoming.jsonOrEmpty(ProfileRequest.self)
    return try signed(try await service.makeProfile(request, by: caller), for: caller)
  }
}

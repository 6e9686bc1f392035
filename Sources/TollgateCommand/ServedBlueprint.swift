import AsyncHTTPClient
import Foundation
import Tollgate
import TollgateAppStore
import TollgateWire

/// The blueprint that a server serves now, which `--against` names by the server's address.
///
/// Every client reads it, so it needs no key.
struct ServedBlueprint {
  /// How long to wait for an answer.
  private static let timeout = Duration.seconds(30)
  /// The greatest number of bytes in an answer: 16 MiB, more than a blueprint has with its pictures.
  private static let byteLimit = 16 * 1024 * 1024

  /// The server's address, without a path.
  private let address: String

  /// Reads an address; nil if it is the name of a file.
  init?(address: String) {
    guard address.hasPrefix("https://") || address.hasPrefix("http://") else { return nil }
    self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
  }

  /// Requests what the server serves of an app.
  ///
  /// - Returns: The blueprint, and the address with its revision.
  /// - Throws: ``Failure`` if the server does not serve it.
  func load(of app: Blueprint.App.ID) async throws -> (blueprint: Blueprint, name: String) {
    let response: OutgoingHTTP.Response
    do {
      response = try await OutgoingHTTP.shared.send(
        HTTPClientRequest(url: address + Endpoint.blueprint.path(app: app)), byHTTP: true,
        within: Self.timeout, reading: Self.byteLimit)
    } catch {
      throw Failure("\(address) gives no answer: \(error)")
    }
    guard response.status == 200 else {
      throw Failure("\(address) answers \(response.status) for the blueprint of `\(app)`")
    }
    do {
      let served = try JSONDecoder().decode(BlueprintResponse.self, from: response.body)
      return (
        try Blueprint(served: served.definition),
        "\(address), revision \(served.revision.prefix(12))"
      )
    } catch {
      throw Failure("\(address) serves a blueprint of `\(app)` that cannot be read: \(error)")
    }
  }
}

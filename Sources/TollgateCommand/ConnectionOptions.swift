import ArgumentParser
import TollgateServer

/// The limits of a server's connections.
struct ConnectionOptions: ParsableArguments {
  private static let defaults = ConnectionLimits()
  private static let mebibyte = 1024 * 1024

  @Option(
    help: ArgumentHelp("How many connections may be open at the same time.", valueName: "number"))
  var maxConnections = defaults.connections

  @Option(
    help: ArgumentHelp("How many of these may come from one network address.", valueName: "number"))
  var maxConnectionsPerAddress = defaults.connectionsPerAddress

  @Option(
    name: .customLong("proxy"), parsing: .singleValue,
    help: ArgumentHelp(
      "The address of a proxy in front of the server, which may use all connections, and whose X-Forwarded-For is trusted; repeatable.",
      valueName: "address"))
  var proxies: [String] = []

  @Option(
    help: ArgumentHelp(
      "How many MiB of request bodies to hold that have not arrived completely.", valueName: "MiB"))
  var maxUnfinishedBodies = defaults.unfinishedBodies / mebibyte

  @Option(
    help: ArgumentHelp(
      "How many MiB of responses to hold that clients have not received; beyond it the slowest connections are closed.",
      valueName: "MiB"))
  var maxUnreadResponses = defaults.unreadResponses / mebibyte

  @Option(
    help: ArgumentHelp(
      "How many MiB of these may wait for one network address.", valueName: "MiB"))
  var maxUnreadResponsesPerAddress = defaults.unreadResponsesPerAddress / mebibyte

  @Option(
    help: ArgumentHelp(
      "How long a new connection may take to send a request's head.", valueName: "seconds"))
  var headTimeout = Int(defaults.head.components.seconds)

  @Option(
    help: ArgumentHelp("How long a request's body may take to arrive.", valueName: "seconds"))
  var bodyTimeout = Int(defaults.body.components.seconds)

  @Option(
    help: ArgumentHelp("How long a connection may wait for its next request.", valueName: "seconds")
  )
  var idleTimeout = Int(defaults.idle.components.seconds)

  @Option(
    help: ArgumentHelp("How long a client may take to receive a response.", valueName: "seconds"))
  var responseTimeout = Int(defaults.response.components.seconds)

  @Option(
    help: ArgumentHelp(
      "How long requests in progress may take at shutdown.", valueName: "seconds"))
  var shutdownTimeout = Int(ServerConfiguration().shutdown.components.seconds)

  func validate() throws {
    for (name, value) in [
      ("max-connections", maxConnections),
      ("max-connections-per-address", maxConnectionsPerAddress),
      ("max-unfinished-bodies", maxUnfinishedBodies),
      ("max-unread-responses", maxUnreadResponses),
      ("max-unread-responses-per-address", maxUnreadResponsesPerAddress),
      ("head-timeout", headTimeout),
      ("body-timeout", bodyTimeout), ("idle-timeout", idleTimeout),
      ("response-timeout", responseTimeout), ("shutdown-timeout", shutdownTimeout),
    ] where !(1...1_000_000).contains(value) {
      throw ValidationError("--\(name) must be a number from 1 to 1000000, not \(value).")
    }
    for proxy in proxies where NetworkAddress(proxy) == nil {
      throw ValidationError("--proxy must be an IP address such as 10.0.0.2, not \(proxy).")
    }
  }

  /// The limits; the system's own limit on open files may lower the number of connections.
  ///
  /// - Throws: `ServerError` with code `tooFewFiles`.
  func limits(within files: FileLimit) throws -> ConnectionLimits {
    ConnectionLimits(
      head: .seconds(headTimeout), body: .seconds(bodyTimeout), idle: .seconds(idleTimeout),
      response: .seconds(responseTimeout),
      connections: try files.connections(atMost: maxConnections),
      connectionsPerAddress: maxConnectionsPerAddress, proxies: Set(proxies),
      unfinishedBodies: maxUnfinishedBodies * Self.mebibyte,
      unreadResponses: maxUnreadResponses * Self.mebibyte,
      unreadResponsesPerAddress: maxUnreadResponsesPerAddress * Self.mebibyte)
  }
}

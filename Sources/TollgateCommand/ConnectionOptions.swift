import ArgumentParser
import TollgateServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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
      ("max-unfinished-bodies", maxUnfinishedBodies), ("head-timeout", headTimeout),
      ("body-timeout", bodyTimeout), ("idle-timeout", idleTimeout),
      ("response-timeout", responseTimeout), ("shutdown-timeout", shutdownTimeout),
    ] where !(1...1_000_000).contains(value) {
      throw ValidationError("--\(name) must be a number from 1 to 1000000, not \(value).")
    }
    for proxy in proxies where NetworkAddress(proxy) == nil {
      throw ValidationError("--proxy must be an IP address such as 10.0.0.2, not \(proxy).")
    }
  }

  var limits: ConnectionLimits {
    ConnectionLimits(
      head: .seconds(headTimeout), body: .seconds(bodyTimeout), idle: .seconds(idleTimeout),
      response: .seconds(responseTimeout), connections: maxConnections,
      connectionsPerAddress: maxConnectionsPerAddress, proxies: Set(proxies),
      unfinishedBodies: maxUnfinishedBodies * Self.mebibyte)
  }
}

/// Raises the process's limit on open files as far as the system allows; each connection needs one.
func raiseFileLimit() {
  var limit = rlimit()
  guard getrlimit(openFiles, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
  limit.rlim_cur = limit.rlim_max
  setrlimit(openFiles, &limit)
}

#if canImport(Glibc)
  private let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#else
  private let openFiles = RLIMIT_NOFILE
#endif

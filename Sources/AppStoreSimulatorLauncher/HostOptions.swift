import ArgumentParser

/// The address that a tool on a developer's machine listens on.
package struct HostOptions: ParsableArguments, Sendable {
  @Option(help: "The address to listen on; 0.0.0.0 in a container, or for a phone in your network.")
  package var host = "127.0.0.1"

  package init() {}

  /// The address to open on this machine.
  ///
  /// - Parameter port: The port that is listened on.
  package func address(_ port: Int) -> String {
    switch host {
    case "0.0.0.0": "http://127.0.0.1:\(port)"
    case "::": "http://[::1]:\(port)"
    default: host.contains(":") ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
    }
  }

  /// A warning about what others can do; nil if only this machine can connect.
  ///
  /// - Parameter what: What everybody can do who reaches the address.
  package func warning(_ what: String) -> String? {
    guard !isLoopback else { return nil }
    return
      "warning: listening on \(host), so anyone on your network can \(what); use --host 127.0.0.1 to admit only this machine"
  }

  private var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}

/// Rejects a number that is not a port.
package func validatePort(_ port: Int) throws {
  guard (0...65_535).contains(port) else {
    throw ValidationError("\(port) is not a port; use 0 to 65535.")
  }
}

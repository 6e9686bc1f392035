import ArgumentParser

/// The address that a tool on a developer's machine listens on.
struct HostOptions: ParsableArguments {
  @Option(help: "The address to listen on; 0.0.0.0 in a container, or for a phone in your network.")
  var host = "127.0.0.1"

  /// The address to open on this machine.
  ///
  /// - Parameter port: The port that is listened on.
  func address(_ port: Int) -> String {
    switch host {
    case "0.0.0.0": "http://127.0.0.1:\(port)"
    case "::": "http://[::1]:\(port)"
    default: host.contains(":") ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
    }
  }

  /// Says on standard error what others can do, unless only this machine can connect.
  ///
  /// - Parameter what: What everybody can do who reaches the address.
  func warn(_ what: String) {
    guard !isLoopback else { return }
    Output.printError(
      "warning: listening on \(host), so anyone on your network can \(what); use --host 127.0.0.1 to admit only this machine"
    )
  }

  private var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}

import Foundation
public import TollgateLedger

/// The address of a PostgreSQL database, as a
/// [connection URI](https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING).
///
/// A server that is not on this machine must prove its name by a certificate, unless the address has an `sslmode` of its
/// own. That includes a server that [libpq's environment](https://www.postgresql.org/docs/current/libpq-envars.html) names
/// where the address does not. Passwords belong in `~/.pgpass` or `PGPASSWORD`, not in the address, which other users can see.
public struct PostgreSQLAddress: Sendable {
  /// How long opening a connection may take for each host, in seconds.
  static let connectTimeout = 5
  private static let defaultPort = "5432"
  /// Debian's trusted certificates.
  private static let certificates = "/etc/ssl/certs/ca-certificates.crt"

  /// The parameters for libpq; the first one is the address as written.
  let parameters: [(name: String, value: String)]
  /// The parameters of each host, which are tried one by one; empty if there is only one, or if libpq alone knows them.
  let places: [[String: String]]
  /// The order in which they are tried, which all copies of the address share.
  let hosts: PostgreSQLHosts
  /// The address without its password and options, for messages.
  public let description: String

  /// Whether a text is meant as an address and not as a file's path.
  public static func isAddress(_ text: String) -> Bool {
    ["postgres://", "postgresql://"].contains(where: text.hasPrefix)
  }

  /// Reads an address; libpq takes what it leaves out from the process's environment.
  ///
  /// - Parameter text: The address, which begins with `postgres://` or `postgresql://`.
  /// - Throws: ``LedgerError`` with code `unavailable` if it is not a valid address.
  public init(_ text: String) throws(LedgerError) {
    try self.init(text, environment: ProcessInfo.processInfo.environment)
  }

  /// Reads an address that is completed by an environment.
  init(_ text: String, environment: [String: String]) throws(LedgerError) {
    guard Self.isAddress(text), !text.utf8.contains(0), let separator = text.firstRange(of: "://")
    else {
      throw LedgerError(
        .unavailable, "The database's address is invalid; write postgres://user@host/database.")
    }
    let parts = text[separator.upperBound...].split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let options = Self.options(parts.count > 1 ? parts[1] : "")
    let path = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let servers = Self.list(
      String(path[0].split(separator: "@", omittingEmptySubsequences: false).last ?? ""))
    let written = options["host"].map(Self.list) ?? servers.map { Self.host($0[...]) }
    let names = written.isEmpty ? Self.list(environment["PGHOST"] ?? "") : written
    // libpq connects to `hostaddr` where there is one, and then uses `host` only to check the certificate.
    let addresses = Self.list(options["hostaddr"] ?? environment["PGHOSTADDR"] ?? "")
    // A service file may name any server.
    let hasService = options["service"] != nil || environment["PGSERVICE"] != nil
    let isLocal = !hasService && (names + addresses).allSatisfy(Self.isLocal)
    let isBalanced =
      options["load_balance_hosts"] != nil || environment["PGLOADBALANCEHOSTS"] != nil
    places =
      hasService || isBalanced
      ? [] : Self.places(names, addresses, Self.ports(servers, options, environment))
    let start = ContinuousClock.now
    hosts = PostgreSQLHosts(count: max(1, places.count), uptime: { start.duration(to: .now) })
    description =
      "postgres://\(names.joined(separator: ","))/\(path.count > 1 ? String(path[1]) : "")"
    var parameters = [
      ("dbname", text), ("client_encoding", "UTF8"), ("fallback_application_name", "tollgate"),
    ]
    if options["connect_timeout"] == nil {
      parameters.append(("connect_timeout", "\(Self.connectTimeout)"))
    }
    // With a standby in use, a primary that was left out as silent would never be tried any more.
    let attributes = options["target_session_attrs"] ?? environment["PGTARGETSESSIONATTRS"]
    if !places.isEmpty, attributes != "primary" {
      parameters.append(("target_session_attrs", "read-write"))
    }
    if options["sslmode"] == nil, !isLocal {
      parameters.append(("sslmode", "verify-full"))
    }
    if options["sslrootcert"] == nil,
      !isLocal, FileManager.default.fileExists(atPath: Self.certificates)
    {
      parameters.append(("sslrootcert", Self.certificates))
    }
    // The system, too, notices a server that disappears silently.
    for (name, value) in [("keepalives_idle", "10"), ("tcp_user_timeout", "15000")]
    where options[name] == nil { parameters.append((name, value)) }
    self.parameters = parameters.map { (name: $0.0, value: $0.1) }
  }

  /// The parameters for libpq to connect to one of the hosts.
  func parameters(for host: Int) -> [(name: String, value: String)] {
    guard places.indices.contains(host) else { return parameters }
    return parameters + places[host].map { (name: $0.key, value: $0.value) }
  }

  /// The hosts, as libpq reads them, if there are several.
  private static func places(
    _ names: [String], _ addresses: [String], _ ports: [String]
  ) -> [[String: String]] {
    let count = max(names.count, addresses.count)
    // libpq refuses lists that do not match, and takes a socket's folder of its own for a name that is missing.
    guard count > 1, [0, count].contains(names.count), [0, count].contains(addresses.count),
      [0, 1, count].contains(ports.count), !(names + addresses).contains("")
    else { return [] }
    return (0..<count).map { index in
      let port = ports.isEmpty ? "" : ports[ports.count == 1 ? 0 : index]
      var place = ["port": port.isEmpty ? defaultPort : port]
      if !names.isEmpty { place["host"] = names[index] }
      if !addresses.isEmpty { place["hostaddr"] = addresses[index] }
      return place
    }
  }

  /// The ports, as libpq reads them: none, one for all hosts, or one for each.
  private static func ports(
    _ servers: [String], _ options: [String: String], _ environment: [String: String]
  ) -> [String] {
    if let ports = options["port"] { return list(ports) }
    let ports = servers.map { port($0[...]) }
    // A comma alone leaves the default to each.
    return ports.count > 1 || ports != [""] && !ports.isEmpty
      ? ports : list(environment["PGPORT"] ?? "")
  }

  /// The elements between commas.
  private static func list(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    return text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// The parameters after the question mark, by their names; of equal names the last one is valid.
  private static func options(_ query: Substring) -> [String: String] {
    let pairs = query.split(separator: "&").map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(sides[0]), sides.count > 1 ? decoded(sides[1]) : "")
    }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }

  /// A part of the address without percent-encoding.
  private static func decoded(_ text: Substring) -> String {
    text.removingPercentEncoding ?? String(text)
  }

  /// A server's host without its port.
  private static func host(_ server: Substring) -> String {
    if server.hasPrefix("["), let end = server.firstIndex(of: "]") {
      return decoded(server[server.index(after: server.startIndex)..<end])
    }
    return decoded(server.prefix { $0 != ":" })
  }

  /// A server's port; empty if it has none.
  private static func port(_ server: Substring) -> String {
    let rest = server.hasPrefix("[") ? server.drop { $0 != "]" } : server
    return String(rest.drop { $0 != ":" }.dropFirst())
  }

  /// Whether a host is this machine: a socket's folder, which may be libpq's own, or a loopback address.
  private static func isLocal(_ host: String) -> Bool {
    host.isEmpty || host.hasPrefix("/") || ["localhost", "127.0.0.1", "::1"].contains(host)
  }
}

extension PostgreSQLAddress: CustomStringConvertible {}

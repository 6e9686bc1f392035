import Testing
import TollgateLedger

@testable import TollgatePostgreSQL

@Suite("A PostgreSQL address")
struct AddressTests {
  @Test("a PostgreSQL address is told from a file's path by how it begins")
  func recognized() {
    #expect(PostgreSQLAddress.isAddress("postgres://db/tollgate"))
    #expect(PostgreSQLAddress.isAddress("postgresql:///tollgate?host=/run/postgresql"))
    #expect(!PostgreSQLAddress.isAddress("tollgate.sqlite"))
    #expect(!PostgreSQLAddress.isAddress("/postgres:/file"))
    #expect(throws: LedgerError.self) { try PostgreSQLAddress("tollgate.sqlite") }
    #expect(throws: LedgerError.self) { try PostgreSQLAddress("postgres://a\u{0}b/c") }
  }

  @Test(
    "a PostgreSQL address demands a verified certificate of a server on another machine",
    arguments: [
      ("postgres://db.example.com/tollgate", "verify-full"),
      ("postgres://user:p%40ss@db.example.com:5433/tollgate", "verify-full"),
      ("postgres://localhost,db.example.com/tollgate", "verify-full"),
      ("postgres:///tollgate?host=db.example.com", "verify-full"),
      ("postgres://localhost/tollgate?hostaddr=192.0.2.1", "verify-full"),
      ("postgres:///tollgate?hostaddr=127.0.0.1,192.0.2.1", "verify-full"),
      ("postgres://db.example.com/tollgate?hostaddr=127.0.0.1", "verify-full"),
      ("postgres:///tollgate?hostaddr=127.0.0.1", nil),
      ("postgres://db.example.com/tollgate?sslmode=verify-ca", nil),
      ("postgres://localhost/tollgate", nil), ("postgres://[::1]:5432/tollgate", nil),
      ("postgres://a@127.0.0.1:5432,localhost/tollgate", nil),
      ("postgres:///tollgate?host=/run/postgresql", nil),
      ("postgres://%2Frun%2Fpostgresql/tollgate", nil), ("postgres:///tollgate", nil),
    ] as [(String, String?)])
  func verified(text: String, mode: String?) throws {
    let address = try PostgreSQLAddress(text, environment: [:])
    #expect(address.parameters.first { $0.name == "sslmode" }?.value == mode)
    #expect(address.parameters.first?.value == text)
  }

  @Test(
    "a PostgreSQL address demands it too of a server that the environment names",
    arguments: [
      ("postgres:///tollgate", ["PGHOST": "db.example.com"], "verify-full"),
      ("postgres:///tollgate", ["PGHOST": "/run/postgresql"], nil),
      ("postgres://localhost/tollgate", ["PGHOST": "db.example.com"], nil),
      ("postgres://localhost/tollgate", ["PGHOSTADDR": "192.0.2.1"], "verify-full"),
      ("postgres://localhost/tollgate?hostaddr=::1", ["PGHOSTADDR": "192.0.2.1"], nil),
      ("postgres:///tollgate", ["PGSERVICE": "production"], "verify-full"),
      ("postgres:///tollgate?service=production", [:], "verify-full"),
    ] as [(String, [String: String], String?)])
  func environment(text: String, environment: [String: String], mode: String?) throws {
    let address = try PostgreSQLAddress(text, environment: environment)
    #expect(address.parameters.first { $0.name == "sslmode" }?.value == mode)
  }

  @Test(
    "a PostgreSQL address with several hosts has each of them with its name, its address and its port",
    arguments: [
      (
        "postgres://ann:p%40ss@a,b:5433,[::1]:5434/tollgate", [:], ["a 5432", "b 5433", "::1 5434"]
      ),
      ("postgres://a,b/tollgate?port=6000", ["PGPORT": "7000"], ["a 6000", "b 6000"]),
      ("postgres://a,b/tollgate?port=6000,", [:], ["a 6000", "b 5432"]),
      ("postgres://[fe80::1%25eth0],b/tollgate", [:], ["fe80::1%eth0 5432", "b 5432"]),
      ("postgres://a,b/tollgate", ["PGPORT": "7000"], ["a 5432", "b 5432"]),
      ("postgres:///tollgate?host=a,/run/b", ["PGPORT": "7000"], ["a 7000", "/run/b 7000"]),
      ("postgres:///tollgate", ["PGHOST": "a,b", "PGPORT": "1,2"], ["a 1", "b 2"]),
      (
        "postgres://a,b/tollgate?hostaddr=192.0.2.1,192.0.2.2", [:],
        ["a 192.0.2.1 5432", "b 192.0.2.2 5432"]
      ),
      (
        "postgres:///tollgate?hostaddr=192.0.2.1,192.0.2.2", [:],
        ["192.0.2.1 5432", "192.0.2.2 5432"]
      ),
    ] as [(String, [String: String], [String])])
  func hosts(text: String, environment: [String: String], hosts: [String]) throws {
    let address = try PostgreSQLAddress(text, environment: environment)
    #expect(
      address.places.map { place in
        [place["host"], place["hostaddr"], place["port"]].compactMap { $0 }.joined(separator: " ")
      } == hosts)
    for (index, place) in address.places.enumerated() {
      let parameters = address.parameters(for: index)
      #expect(parameters.first?.value == text)
      #expect(parameters.last { $0.name == "host" }?.value == place["host"])
      #expect(parameters.last { $0.name == "hostaddr" }?.value == place["hostaddr"])
      #expect(parameters.last { $0.name == "port" }?.value == place["port"])
    }
  }

  @Test(
    "a PostgreSQL address whose hosts libpq alone knows is left to it",
    arguments: [
      ("postgres://a/tollgate", [:]), ("postgres:///tollgate", [:]),
      ("postgres://a,/tollgate", [:]), ("postgres://a,b/tollgate?hostaddr=192.0.2.1", [:]),
      ("postgres://a,b/tollgate?hostaddr=,192.0.2.1", [:]),
      ("postgres://a,b/tollgate?port=1,2,3", [:]),
      ("postgres://a,b/tollgate?service=production", [:]),
      ("postgres://a,b/tollgate", ["PGSERVICE": "production"]),
      ("postgres://a,b/tollgate?load_balance_hosts=random", [:]),
    ] as [(String, [String: String])])
  func leftToLibpq(text: String, environment: [String: String]) throws {
    let address = try PostgreSQLAddress(text, environment: environment)
    #expect(address.places.isEmpty)
    #expect(address.parameters(for: 0).count == address.parameters.count)
  }

  @Test(
    "a PostgreSQL address with several hosts is that of the one that accepts writes",
    arguments: [
      ("postgres://a,b/tollgate", [:], "read-write"), ("postgres://a/tollgate", [:], nil),
      ("postgres://a,b/tollgate?target_session_attrs=any", [:], "read-write"),
      ("postgres://a,b/tollgate?target_session_attrs=primary", [:], nil),
      ("postgres://a,b/tollgate", ["PGTARGETSESSIONATTRS": "primary"], nil),
    ] as [(String, [String: String], String?)])
  func primary(text: String, environment: [String: String], attributes: String?) throws {
    let address = try PostgreSQLAddress(text, environment: environment)
    #expect(
      address.parameters(for: 0).last { $0.name == "target_session_attrs" }?.value == attributes)
  }

  @Test("a PostgreSQL address is shown without its user, its password and its options")
  func shown() throws {
    let address = try PostgreSQLAddress(
      "postgres://ann:secret@db.example.com:5433/tollgate?password=secret")
    #expect(address.description == "postgres://db.example.com/tollgate")
  }

  @Test("a PostgreSQL address has a time-out for connecting, unless it names one")
  func timeout() throws {
    let written = try PostgreSQLAddress("postgres:///tollgate?connect_timeout=2")
    #expect(!written.parameters.contains { $0.name == "connect_timeout" })
    let plain = try PostgreSQLAddress("postgres:///tollgate")
    #expect(plain.parameters.first { $0.name == "connect_timeout" }?.value == "5")
  }
}

private let unreached = """
  connection to server at "localhost" (::1), port 5432 failed: Connection refused
  \tIs the server running on that host and accepting TCP/IP connections?

  """

@Suite("A connection that cannot be opened")
struct OpeningTests {
  @Test(
    "a connection that cannot be opened says what a server's proof of its name lacks",
    arguments: [
      (
        #"server certificate for "a.example" (and 1 other name) does not match host name "b.example""#,
        .notIdentified(.name)
      ),
      ("SSL error: certificate verify failed", .notIdentified(.trust)),
      ("server does not support SSL, but SSL was required", .notIdentified(.encryption)),
    ] as [(String, PostgreSQLFailure)])
  func identified(message: String, failure: PostgreSQLFailure) {
    #expect(PostgreSQLFailure(opening: message) == failure)
    #expect(LedgerError(failure).code == .unavailable)
  }

  @Test(
    "a connection that cannot be opened now may be opened a moment later",
    arguments: [
      unreached,
      """
      connection to server on socket "/run/.s.PGSQL.5432" failed: No such file or directory
      \tIs the server running locally and accepting connections on that socket?

      """,
      #"connection to server at "db" (192.0.2.1), port 5432 failed: timeout expired"#,
      #"connection to server at "db", port 5432 failed: session is read-only"#,
      #"connection to server at "db" failed: FATAL:  57P03"#,
      #"connection to server at "db" failed: FATAL:  53300"#,
      #"could not translate host name "db" to address: Temporary failure in name resolution"#,
      #"could not translate host name "db" to address: Name or service not known"#,
    ])
  func passing(message: String) {
    let failure = PostgreSQLFailure(opening: message)
    #expect(failure == .cannotConnect)
    #expect(failure.isPassing)
  }

  @Test(
    "a connection that is refused stays refused, also if another address of the name does not answer",
    arguments: [
      """
      \(unreached)connection to server at "localhost" (127.0.0.1), port 5432 failed: \
      FATAL:  password authentication failed for user "ann"
      """,
      #"connection to server at "db" failed: FATAL:  database "tollgate" does not exist"#,
      #"connection to server at "db", port 5432 failed: fe_sendauth: no password supplied"#,
      #"connection to server at "db", port 53300 failed: FATAL:  28P01"#,
      #"connection to server at "db" failed: FATAL:  Passwort-Authentifizierung fehlgeschlagen"#,
      #"invalid integer value "x" for connection option "port""#, "",
    ])
  func refused(message: String) {
    let failure = PostgreSQLFailure(opening: message)
    #expect(failure == .refused)
    #expect(!failure.isPassing)
    #expect(LedgerError(failure).code == .unavailable)
  }
}

@Suite("A statement's values")
struct StatementTests {
  @Test("a statement's values have PostgreSQL's text format")
  func text() {
    #expect(Statement.Value.null.text == nil)
    #expect(Statement.Value.integer(-5).text == "-5")
    #expect(Statement.Value.bytes([0, 15, 255]).text == #"\x000fff"#)
    #expect(Statement.Value.texts([]).text == "{}")
    #expect(
      Statement.Value.texts(["a", "", "NULL", #"{"b\":1}, é"#]).text
        == #"{"a","","NULL","{\"b\\\":1}, é"}"#)
  }

  @Test(
    "a statement's values are read back from a row",
    arguments: [[], [0], [255, 0, 16]] as [[UInt8]])
  func bytes(bytes: [UInt8]) throws {
    #expect(try Row(columns: [Statement.Value.bytes(bytes).text]).bytes(0) == bytes)
  }

  @Test(
    "a statement's values that cannot be read are damaged",
    arguments: [nil, "x00", #"\x0"#, #"\x0g"#] as [String?])
  func damaged(text: String?) {
    let error = #expect(throws: LedgerError.self) { try Row(columns: [text]).bytes(0) }
    #expect(error?.code == .corrupt)
  }
}

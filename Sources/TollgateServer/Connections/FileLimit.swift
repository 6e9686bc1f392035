import Foundation
import NIOPosix

/// How many files the system lets this process have open; every connection needs one.
///
/// A process that has none left can open neither its ledger nor a connection to a store, and libdispatch stops it when
/// it cannot read `/proc` about its own threads. So connections never take the last ones.
public struct FileLimit: Hashable, Sendable {
  /// The files that are kept for everything but clients' connections: those of the ledger, connections to stores,
  /// receivers, issuers and a collector of metrics, and what the runtime opens for a moment.
  public static let reserve = 128
  /// How many connections may be open beyond the limit of ``ConnectionLimits`` for the moment that closing them takes;
  /// no more are accepted until then.
  public static let closing = 32
  /// The smallest number of connections for which a server is worth starting.
  static let fewest = 16
  /// What is open before anything is served, where the system does not say.
  private static let usual = 64

  /// How many files may be open.
  public let files: Int
  /// How many are open already.
  public let open: Int

  /// A limit of open files, some of which are already open.
  public init(files: Int, open: Int) {
    self.files = files
    self.open = open
  }

  /// The limit of this process, raised as far as the system allows.
  public static func raised() -> FileLimit {
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0 else { return FileLimit(files: .max, open: usual) }
    if limit.rlim_cur < limit.rlim_max {
      let soft = limit.rlim_cur
      limit.rlim_cur = limit.rlim_max
      if setrlimit(kind, &limit) != 0 { limit.rlim_cur = soft }
    }
    // The event loops have files of their own, which are then counted.
    _ = MultiThreadedEventLoopGroup.singleton
    return FileLimit(
      files: Int(clamping: limit.rlim_cur), open: ProcessUsage.current().openFiles ?? usual)
  }

  /// How many connections a server may have open, at most as many as it should.
  ///
  /// - Throws: ``ServerError`` with code `tooFewFiles` if it is not worth starting.
  public func connections(atMost asked: Int) throws(ServerError) -> Int {
    let allowed = files - min(files, open + Self.reserve + Self.closing)
    guard allowed >= min(asked, Self.fewest) else {
      throw ServerError(
        .tooFewFiles,
        """
        The system lets this process open \(files) files, and a server needs at least \
        \(open + Self.reserve + Self.closing + Self.fewest): raise the limit, for example with `ulimit -n` or \
        LimitNOFILE.
        """)
    }
    return min(asked, allowed)
  }

  #if canImport(Glibc)
    private static let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let kind = RLIMIT_NOFILE
  #endif
}

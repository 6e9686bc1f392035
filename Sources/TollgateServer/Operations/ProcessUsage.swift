import Foundation

/// What this process uses of the machine.
struct ProcessUsage {
  /// Processor time, of all threads, in the process and in the system, in seconds.
  let processorSeconds: Double
  /// Resident memory in bytes; nil where the system does not tell.
  let residentBytes: Int?
  /// Open files; nil where the system does not tell.
  let openFiles: Int?
  /// The limit of open files; nil if there isn't one.
  let maximumFiles: Int?

  /// Asks the system.
  ///
  /// Memory and files come from [/proc](https://man7.org/linux/man-pages/man5/proc.5.html), which only Linux has.
  static func current() -> ProcessUsage {
    var usage = rusage()
    getrusage(own, &usage)
    var limit = rlimit()
    let isLimited = getrlimit(files, &limit) == 0 && limit.rlim_cur < UInt64(Int64.max)
    let statistics = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = statistics?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return ProcessUsage(
      processorSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      residentBytes: pages.map { $0 * sysconf(Int32(_SC_PAGESIZE)) },
      openFiles: (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count,
      maximumFiles: isLimited ? Int(limit.rlim_cur) : nil)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }

  #if canImport(Glibc)
    private static let own = __rusage_who_t(RUSAGE_SELF.rawValue)
    private static let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let own = RUSAGE_SELF
    private static let files = RLIMIT_NOFILE
  #endif
}

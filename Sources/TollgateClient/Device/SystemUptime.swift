import Foundation

/// The device's monotonic clock, which keeps running during sleep and starts from zero on a restart.
enum SystemUptime {
  /// Milliseconds since the device was started.
  @Sendable static func milliseconds() -> Int64 {
    #if canImport(Darwin)
      let clock = CLOCK_MONOTONIC_RAW
    #else
      let clock = CLOCK_BOOTTIME
    #endif
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

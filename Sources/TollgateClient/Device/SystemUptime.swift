import Foundation

/// The device's monotonic clock, which keeps running during sleep and starts from zero on a restart.
enum SystemUptime {
  /// The time since the device was started.
  @Sendable static func sinceStart() -> Duration {
    #if canImport(Darwin)
      let clock = CLOCK_MONOTONIC_RAW
    #else
      let clock = CLOCK_BOOTTIME
    #endif
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

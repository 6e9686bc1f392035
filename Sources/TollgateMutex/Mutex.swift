// `Mutex` on every system that apps run on: that of Synchronization needs iOS 18 and macOS 15.

#if canImport(Darwin)
  import os

  /// A value that only one caller at a time can access: Synchronization's `Mutex`, from iOS 17 on.
  ///
  /// It has the interface of [Mutex](https://developer.apple.com/documentation/synchronization/mutex), which replaces
  /// it everywhere once the package requires iOS 18.
  package struct Mutex<Value>: ~Copyable, @unchecked Sendable {
    // The lock must not move in memory, nor may the value while it is borrowed.
    private let lock = OSAllocatedUnfairLock()
    private let value: UnsafeMutablePointer<Value>

    package init(_ initialValue: consuming sending Value) {
      value = .allocate(capacity: 1)
      value.initialize(to: initialValue)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
    }

    /// Waits for the lock, then runs a closure that may read and change the value.
    ///
    /// - Parameter body: The closure, which must not use the same mutex.
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value.pointee)
    }
  }
#else
  @_exported public import Synchronization
#endif

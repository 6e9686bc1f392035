// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: DontRepeatTypeInStaticProperties, UseSynthesizedInitializer

public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {}

extension OSAllocatedUnfairLock where State == () {
  public init() {}

  @available(*, noasync) public func lock() {}
  @available(*, noasync) public func unlock() {}
}

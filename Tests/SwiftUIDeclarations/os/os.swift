// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: DontRepeatTypeInStaticProperties, UseSynthesizedInitializer

public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {}

extension OSAllocatedUnfairLock where State == () {
  public init() {}

  @available(*, noasync) public func lock() {}
  @available(*, noasync) public func unlock() {}
}

public struct OSLogPrivacy: Sendable {
  public static var `public`: OSLogPrivacy { OSLogPrivacy() }
  public static var `private`: OSLogPrivacy { OSLogPrivacy() }
  public static var auto: OSLogPrivacy { OSLogPrivacy() }
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
  public struct StringInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(
      _ value: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .auto
    ) {}
    public mutating func appendInterpolation<Value: CustomStringConvertible>(
      _ value: @autoclosure @escaping () -> Value, privacy: OSLogPrivacy = .auto
    ) {}
  }

  public init(stringInterpolation: StringInterpolation) {}
  public init(stringLiteral value: String) {}
}

public struct Logger: Sendable {
  public init(subsystem: String, category: String) {}

  public func debug(_ message: OSLogMessage) {}
  public func info(_ message: OSLogMessage) {}
  public func notice(_ message: OSLogMessage) {}
  public func error(_ message: OSLogMessage) {}
  public func fault(_ message: OSLogMessage) {}
}

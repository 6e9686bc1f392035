// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: DontRepeatTypeInStaticProperties, UseSynthesizedInitializer

@_exported public import Foundation

func declared<Value>() -> Value { fatalError("a declaration, to check types against") }

open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
  open class func current() -> UNUserNotificationCenter { declared() }

  open weak var delegate: (any UNUserNotificationCenterDelegate)?

  open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
    declared()
  }
  open func notificationSettings() async -> UNNotificationSettings { declared() }
  open func add(_ request: UNNotificationRequest) async throws {}
  open func pendingNotificationRequests() async -> [UNNotificationRequest] { declared() }
  open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {}
}

public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let badge = UNAuthorizationOptions(rawValue: 1)
  public static let sound = UNAuthorizationOptions(rawValue: 2)
  public static let alert = UNAuthorizationOptions(rawValue: 4)
}

public enum UNAuthorizationStatus: Int, Sendable {
  case notDetermined
  case denied
  case authorized
  case provisional
  case ephemeral
}

open class UNNotificationSettings: NSObject, @unchecked Sendable {
  open var authorizationStatus: UNAuthorizationStatus { declared() }
}

public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
  @available(tvOS, unavailable)
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void)
}

@available(tvOS, unavailable)
open class UNNotificationResponse: NSObject {
  open var notification: UNNotification { declared() }
}

open class UNNotification: NSObject {
  open var request: UNNotificationRequest { declared() }
}

open class UNNotificationContent: NSObject, @unchecked Sendable {
  fileprivate var values: (title: String, body: String) = ("", "")
}

open class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
  @available(tvOS, unavailable)
  open var title: String {
    get { values.title }
    set { values.title = newValue }
  }
  @available(tvOS, unavailable)
  open var body: String {
    get { values.body }
    set { values.body = newValue }
  }
}

open class UNNotificationTrigger: NSObject, @unchecked Sendable {}

open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  public convenience init(timeInterval: TimeInterval, repeats: Bool) { self.init() }
}

open class UNNotificationRequest: NSObject, @unchecked Sendable {
  public convenience init(
    identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?
  ) { self.init() }

  open var identifier: String { declared() }
}

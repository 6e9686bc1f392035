#if canImport(UserNotifications) && !os(tvOS)
  public import Tollgate
  import UserNotifications

  /// Schedules nudges with the system.
  ///
  /// Follows Apple's
  /// [UNUserNotificationCenter](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter).
  public struct UserNotificationScheduler: NudgeScheduler {
    /// The prefix of the notification identifiers of nudges.
    public static let prefix = "tollgate."

    private let title: String

    /// Creates a scheduler whose notifications have a title, such as the app's name.
    public init(title: String) { self.title = title }

    /// Schedules a nudge, replacing a pending one of the same name.
    public func schedule(
      _ nudge: PlannedNudge, saying line: String, in delay: Duration
    ) async -> Bool {
      let center = UNUserNotificationCenter.current()
      let status = await center.notificationSettings().authorizationStatus
      guard status != .denied, status != .notDetermined else { return false }
      let content = UNMutableNotificationContent()
      content.title = title
      content.body = line
      let trigger = UNTimeIntervalNotificationTrigger(
        timeInterval: max(1, delay / .seconds(1)), repeats: false)
      do {
        try await center.add(
          UNNotificationRequest(
            identifier: Self.prefix + nudge.id.rawValue, content: content, trigger: trigger))
        return true
      } catch {
        return false
      }
    }

    /// Asks for the permission to send notifications; the system shows its question once.
    public func requestAuthorization() async -> Bool {
      let center = UNUserNotificationCenter.current()
      do { return try await center.requestAuthorization(options: [.alert, .sound]) } catch {
        return false
      }
    }

    public func cancel(_ nudge: Nudge.ID) async {
      UNUserNotificationCenter.current().removePendingNotificationRequests(
        withIdentifiers: [Self.prefix + nudge.rawValue])
    }

    /// The nudges pending in the system.
    public func waiting() async -> Set<Nudge.ID>? {
      let requests = await UNUserNotificationCenter.current().pendingNotificationRequests()
      return Set(
        requests.map(\.identifier).filter { $0.hasPrefix(Self.prefix) }
          .map { Nudge.ID(String($0.dropFirst(Self.prefix.count))) })
    }
  }
#endif

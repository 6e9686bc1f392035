import TollgateClient
import UserNotifications

// What the apps with a trial share: a reminder before its end needs the permission to send notifications.

/// Asks for the permission, which the system does once; an app asks when there is something to remind of.
@MainActor
func askForReminders(_ client: TollgateClient) async {
  let center = UNUserNotificationCenter.current()
  guard (try? await center.requestAuthorization(options: [.alert, .sound])) == true else { return }
  // What waited for the permission is scheduled.
  await client.timePassed()
}

import Foundation
import Tollgate
import TollgateClient

/// StrikeLab: accounts, the paywall once, and the dashboard.
extension AppScreens {
  /// Whether the route has led into the app.
  var isInside: Bool { session.location == "app" }

  var strikeScreen: PhoneScreen {
    switch session.location ?? (client.hasSeenOnboarding ? "login" : "onboarding") {
    case "onboarding": .onboarding(onboarding)
    case "app": session.screen == "settings" ? .settings(strikeSettings) : .dashboard(dashboard)
    default: client.account == nil ? .login(strikeLogin) : .settings(gate)
    }
  }

  private var onboarding: OnboardingScreen {
    OnboardingScreen(
      title: "Know your game", text: "Nine skills, one picture, every round.",
      points: [
        PaywallPage.Benefit(
          icon: "target", title: "Measure", detail: "Each skill from your own rounds."),
        PaywallPage.Benefit(
          icon: "dumbbell", title: "Train", detail: "A session made from your last one."),
        PaywallPage.Benefit(icon: "trophy", title: "See it move", detail: "Week by week."),
      ],
      button: PageButton(label: "Get started", action: .finishOnboarding, style: .primary))
  }

  private var strikeLogin: LoginScreen {
    LoginScreen(
      title: "StrikeLab",
      text: isPro
        ? "Your purchase is safe. Sign in, and it comes with you."
        : "Sign in to your lab.",
      email: session.email, problem: session.loginProblem,
      anonymous: isPro
        ? PageButton(label: words[.notNow], action: .navigate("main"))
        : PageButton(label: "See plans first", action: .upgrade))
  }

  /// The screen of somebody who is signed in and has bought nothing.
  private var gate: SettingsScreen {
    SettingsScreen(
      title: "StrikeLab",
      sections: [
        subscriptionSection(.lock, titled: "The lab is one step away"),
        accountSection,
      ])
  }

  private var dashboard: DashboardScreen {
    let workouts = value(of: "workout_count", in: "daily_tracker")?.integer ?? 0
    return DashboardScreen(
      greeting: "Good to see you", subtitle: client.email ?? "Your lab", badge: "Pro",
      skills: (table("user_levels")?.rows ?? []).map { row in
        let level = value(of: "level", in: "user_levels", row: row.name)?.integer ?? 0
        return SkillLevel(
          name: row.name.capitalized, level: level, percent: min(100, level * Self.levelStep))
      },
      tasks: [("stance", "Stance drill", "3 × 2 min"), ("bag", "Bag work", "4 rounds")].map {
        TrackerTask(
          id: $0.0, name: $0.1, detail: $0.2, done: content.doneTasks.contains($0.0),
          action: PageAction("task", ["item": $0.0]))
      },
      stats: [
        Stat(
          label: "Workouts today", value: "\(workouts + content.doneTasks.count)", icon: .bolt),
        Stat(label: "Stance", value: stance, icon: .person),
      ])
  }

  /// The share of the chart that a level fills: ten levels fill it.
  private static let levelStep = 10

  private var stance: String { value(of: "stance", in: "users")?.string?.capitalized ?? "" }

  /// A value of the profile: the account's, or the one that a new account would get.
  private func value(of column: String, in name: String, row: String? = nil) -> ProfileValue? {
    if let profile = client.knownProfile {
      return profile[name].first { row == nil || $0.row == row }?[column]
    }
    return table(name)?.rows.first { row == nil || $0.name == row }?.values[column]
  }

  private func table(_ name: String) -> Blueprint.ProfileTable? {
    blueprint.definition.profile.first { $0.name == name }
  }

  private var strikeSettings: SettingsScreen {
    SettingsScreen(sections: [subscriptionSection(.crown), accountSection])
  }
}

import Foundation
import Tollgate
import TollgateClient
import TollgatePages

/// StrikeLab: accounts, the paywall once, and the dashboard.
extension World {
  /// Whether the route leads into the app.
  var isInside: Bool { route?.screen == "app" }

  var strikeScreen: PhoneScreen {
    switch route?.screen ?? (client?.hasSeenOnboarding ?? false ? "login" : "onboarding") {
    case "onboarding": .onboarding(onboarding)
    case "app": phone.screen == "settings" ? .settings(strikeSettings) : .dashboard(dashboard)
    default: client?.account == nil ? .login(strikeLogin) : .settings(gate)
    }
  }

  private var onboarding: OnboardingScreen {
    OnboardingScreen(
      title: "Know your game", text: "Nine skills, one picture, every round.",
      points: [
        BenefitLine(icon: .target, title: "Measure", text: "Each skill from your own rounds."),
        BenefitLine(icon: .dumbbell, title: "Train", text: "A session made from your last one."),
        BenefitLine(icon: .trophy, title: "See it move", text: "Week by week."),
      ],
      button: PageButton(label: "Get started", action: .finishOnboarding, style: .primary))
  }

  private var strikeLogin: LoginScreen {
    let owns = client?.visibility(.showForPro, entitlement: "pro") == .visible
    return LoginScreen(
      title: "StrikeLab",
      text: owns
        ? "Your purchase is safe. Sign in, and it comes with you."
        : "Sign in to your lab.",
      email: phone.email, problem: phone.loginProblem,
      anonymous: owns
        ? nil : PageButton(label: "See plans first", action: .upgrade))
  }

  /// Signed in, and nothing bought.
  private var gate: SettingsScreen {
    SettingsScreen(
      title: "StrikeLab",
      sections: [
        subscriptionSection(.lock, titled: "The lab is one step away"),
        accountSection,
      ])
  }

  private var dashboard: DashboardScreen {
    let skills = blueprint.definition.profile.first { $0.name == "skillLevels" }?.rows ?? []
    return DashboardScreen(
      greeting: "Good to see you", subtitle: client?.email ?? "Your lab", badge: "Pro",
      skills: skills.enumerated().map {
        SkillLevel(name: $1.capitalized, level: 38 + ($0 * 29) % 47)
      },
      tasks: [("stance", "Stance drill", "3 × 2 min"), ("bag", "Bag work", "4 rounds")].map {
        TrackerTask(
          id: $0.0, name: $0.1, detail: $0.2, done: content.doneTasks.contains($0.0),
          action: PageAction("task", ["item": $0.0]))
      },
      stats: [
        Stat(label: "Streak", value: "6 days", icon: .bolt),
        Stat(label: "Rounds", value: "42", icon: .clock),
        Stat(label: "Sparring", value: "3", icon: .trophy),
      ])
  }

  private var strikeSettings: SettingsScreen {
    SettingsScreen(sections: [subscriptionSection(.crown), accountSection])
  }
}

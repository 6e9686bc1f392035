import Tollgate
import TollgateClient

/// The coach's conversation, with a paid trial and with a free one.
extension AppScreens {
  var coachScreen: PhoneScreen {
    if needsSignIn {
      return .login(
        LoginScreen(
          title: "Coach", text: "I'd love to get to know you. Tell me who you are.",
          email: session.email, problem: session.loginProblem))
    }
    switch session.screen {
    case "settings": return .settings(coachSettings)
    case "login": return .login(loginScreen)
    default: return .chat(chat)
    }
  }

  private var chat: ChatScreen {
    ChatScreen(
      subtitle: subtitle, prompt: banner,
      messages: [ChatMessage(id: "hello", author: .coach, text: Script.greeting)]
        + content.messages,
      finish: finish, finishesAfter: session.isMemoryFresh ? 4000 : nil,
      composer: isOpen
        ? .open(OpenComposer(draft: session.draft, locked: isLocked ? locked : nil))
        : .locked(locked),
      settings: .navigate("settings"))
  }

  /// In the free app a customer can always try to send a message; without access, the plans show.
  private var isOpen: Bool { app == .coachFree || !isLocked }

  private var isLocked: Bool { models.card("send-message").isLocked }

  private var locked: LockedComposer {
    LockedComposer(
      text: lockedText,
      button: isPlanOffered
        ? PageButton(
          label: client.line(.seePlans), action: .showPaywall("send-message"), style: .tinted)
        : nil)
  }

  private var subtitle: String {
    switch client.phase {
    case .onboarding: "Discovery conversation"
    case .trial, .subscribed: "Here for you"
    case .unknown, .blocked, .trialExpired, .lapsed, .free: "Your conversations stay yours"
    }
  }

  /// Whether a purchase would open the conversation now; after a trial's last message the plan may start by itself.
  private var isPlanOffered: Bool {
    switch client.access(to: "send-message") {
    case .denied(let denial): denial.paywall != nil
    case .allowed, .unknown: true
    }
  }

  private var lockedText: String {
    isPlanOffered
      ? "Our conversation stays here to read. Shall we go on?" : models.settings.planLine
  }

  /// The paid app's prompt, with a bar for the conversations left; in the free app the trial's banner, with a button
  /// for the plans.
  private var banner: PromptCard? {
    switch app {
    case .coachPaid:
      var card = prompt(at: "chat")
      card?.percent = models.banner.content?.percentLeft
      return card
    case .coachFree: return trialBanner(id: "trial-banner")
    case .grobro, .strikelab, .techniq, .own: return nil
    }
  }

  private var finish: PageButton? {
    switch app {
    case .coachPaid:
      client.phase == .onboarding
        ? PageButton(
          label: "Finish discovery", action: .reach("discovery-complete"), icon: .check,
          style: .tinted) : nil
    case .coachFree where session.isMemoryFresh:
      PageButton(label: "Continue", action: .navigate("main"), icon: .heart, style: .tinted)
    case .coachFree:
      client.membership?.milestone("memory-moment") == .notReached
        ? PageButton(
          label: "A memory lands", action: .reach("memory-moment"), icon: .heart, style: .tinted)
        : nil
    case .grobro, .strikelab, .techniq, .own: nil
    }
  }

  private var coachSettings: SettingsScreen {
    SettingsScreen(
      back: PageButton(label: "Chat", action: .navigate("main")),
      sections: [
        accountSection,
        subscriptionSection(.heart),
        SettingsSection(
          title: "About", rows: [SettingsRow(label: "Version", value: "1.0", icon: .info)]),
      ])
  }
}

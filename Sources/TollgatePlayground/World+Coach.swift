import Tollgate
import TollgateClient
import TollgatePages

/// The coach's conversation, with a paid trial and with a free one.
extension World {
  var coachScreen: PhoneScreen {
    if needsSignIn {
      return .login(
        LoginScreen(
          title: "Coach", text: "Seven days with everything, on me. Tell me who you are.",
          email: phone.email, problem: phone.loginProblem))
    }
    switch phone.screen {
    case "settings": return .settings(coachSettings)
    case "login": return .login(loginScreen)
    default: return .chat(chat)
    }
  }

  private var chat: ChatScreen {
    let access = client?.access(to: "send-message") ?? .unknown
    return ChatScreen(
      subtitle: subtitle, status: status,
      prompt: client?.prompts(at: "chat").first.map(card),
      messages: [ChatMessage(id: "hello", author: .coach, text: Script.greeting)]
        + content.messages,
      finish: finish,
      composer: isOpen(access)
        ? .open(OpenComposer())
        : .locked(
          LockedComposer(
            text: lockedText,
            button: PageButton(
              label: "See plans", action: .showPaywall("send-message"), style: .tinted))),
      settings: .navigate("settings"))
  }

  /// What could not be told takes nothing away: the server decides when the message is sent.
  private func isOpen(_ access: Access) -> Bool {
    switch access {
    case .allowed, .unknown: true
    case .denied: app == .coachFree
    }
  }

  private var subtitle: String {
    switch client?.phase ?? .unknown {
    case .onboarding: "Discovery conversation"
    case .trial, .subscribed: "Here for you"
    case .unknown, .blocked, .trialExpired, .lapsed, .free: "Your conversations stay yours"
    }
  }

  private var lockedText: String {
    "Our conversation stays here to read. Shall we go on?"
  }

  private var status: ChatStatus? {
    guard let trial = membership?.trial else { return nil }
    if app == .coachFree, client?.phase == .trialExpired {
      return client?.text("trial-over").map { ChatStatus(text: $0) }
    }
    guard client?.phase == .trial, let text = client?.text("trial-status") else { return nil }
    let percent = trial.limit.flatMap { limit in trial.usesLeft.map { $0 * 100 / max(1, limit) } }
    return ChatStatus(text: text, percent: percent)
  }

  private var finish: PageButton? {
    switch app {
    case .coachPaid:
      client?.phase == .onboarding
        ? PageButton(
          label: "Finish discovery", action: .reach("discovery-complete"), icon: .check,
          style: .tinted) : nil
    case .coachFree:
      hasReached("memory-moment")
        ? nil
        : PageButton(
          label: "A memory lands", action: .reach("memory-moment"), icon: .heart, style: .tinted)
    case .grobro, .strikelab, .techniq: nil
    }
  }

  private func hasReached(_ milestone: Milestone.ID) -> Bool {
    membership?.hasReached(milestone) ?? true
  }

  private var coachSettings: SettingsScreen {
    var rows = [SettingsRow(label: "Plan", value: planLine, icon: .sparkles)]
    if client?.phase != .onboarding, isForSale("send-message") {
      rows.append(
        SettingsRow(
          label: client?.text("action.viewPlans") ?? "View plans", icon: .bag,
          action: .showPaywall("send-message")))
    }
    return SettingsScreen(
      back: PageButton(label: "Chat", action: .navigate("main")),
      sections: [
        accountSection,
        SettingsSection(
          title: client?.text("settings.subscription") ?? "Subscription",
          rows: rows + restoreAndManage, footer: billingNote),
        SettingsSection(
          title: "About", rows: [SettingsRow(label: "Version", value: "1.0", icon: .info)]),
      ])
  }

  func card(_ prompt: Prompt) -> PromptCard {
    let style: PromptStyle =
      switch prompt.shape {
      case .card: .card
      case .banner: .banner
      case .inline: .inline
      }
    return PromptCard(
      id: prompt.id.rawValue, style: style, icon: Icon(rawValue: prompt.icon) ?? .sparkles,
      text: client?.text(prompt.text) ?? "",
      button: prompt.paywall.map { paywall in
        PageButton(
          label: prompt.action.flatMap { client?.text($0) } ?? "See plans",
          action: .showPaywall(paywall.rawValue), style: .tinted)
      },
      dismiss: prompt.patience == nil ? nil : .dismissPrompt(prompt.id.rawValue))
  }
}

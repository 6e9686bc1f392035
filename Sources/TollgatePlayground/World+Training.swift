import Tollgate
import TollgateClient
import TollgatePages

/// TechnIQ: free drills, two makers with one free use each, and what only Pro fetches.
extension World {
  var trainingScreen: PhoneScreen {
    if let reading = phone.reading { return .reader(reader(reading)) }
    switch phone.screen {
    case "settings": return .settings(trainingSettings)
    case "login": return .login(loginScreen)
    default: return .training(training)
    }
  }

  private var isPro: Bool { client?.isEntitled(to: "pro") ?? false }

  private var training: TrainingScreen {
    TrainingScreen(
      title: "Train", subtitle: "What are you working on today?", badge: isPro ? "Pro" : nil,
      makers: ["custom-drill", "quick-drill", "training-plan", "video-picks"].map(maker),
      teasers: ["daily-coaching", "recommendations", "weekly-adaptation"].map(teaser),
      plans: [
        TrainingPlan(
          id: "onboarding", title: "Your first week", detail: "Three easy sessions",
          open: .read("onboarding"))
      ] + content.drills.map(plan),
      drills: Script.library,
      stats: [
        Stat(label: "Sessions", value: "\(3 + content.drills.count)", icon: .check),
        Stat(label: "Minutes", value: "\(48 + content.drills.count * 12)", icon: .clock),
        Stat(
          label: "Drills", value: "\(Script.library.count + content.drills.count)", icon: .target),
      ])
  }

  /// A plan made while Pro stays readable after a lapse.
  private func plan(_ plan: TrainingPlan) -> TrainingPlan {
    var plan = plan
    plan.note = isPro ? nil : "Yours to keep"
    return plan
  }

  private func pitch(_ feature: Feature.ID) -> (title: String, detail: String, icon: Icon) {
    let pitch = blueprint.feature(feature)?.pitch
    return (
      pitch.flatMap { client?.text($0.title) } ?? feature.rawValue,
      pitch?.detail.flatMap { client?.text($0) } ?? "",
      pitch.flatMap { Icon(rawValue: $0.icon) } ?? .star
    )
  }

  private func maker(_ feature: Feature.ID) -> DrillMaker {
    let (title, detail, icon) = pitch(feature)
    let (status, isLocked): (String, Bool) =
      switch client?.access(to: feature) ?? .unknown {
      case .unknown: ("One moment", false)
      case .allowed(nil): ("Unlimited", false)
      case .allowed(let limit?):
        ("\(limit.remaining) free use\(limit.remaining == 1 ? "" : "s")", false)
      case .denied(let denial):
        (denial.reason == .limitReached ? "Free use made" : "Pro", true)
      }
    return DrillMaker(
      title: title, icon: icon, text: detail, status: status, locked: isLocked,
      button: PageButton(
        label: isLocked ? "Unlock" : feature == "video-picks" ? "Pick clips" : "Make one",
        action: isLocked ? .showPaywall(feature.rawValue) : .use(feature.rawValue),
        icon: isLocked ? .lock : nil, style: isLocked ? .tinted : .primary))
  }

  /// What a passive feature would have fetched is only there when it answers yes.
  private func teaser(_ feature: Feature.ID) -> Teaser {
    let (title, detail, icon) = pitch(feature)
    guard case .allowed = client?.access(to: feature) ?? .unknown else {
      return Teaser(
        id: feature.rawValue, title: title, icon: icon, text: detail, locked: true,
        button: PageButton(
          label: "Unlock", action: .showPaywall(feature.rawValue), style: .tinted))
    }
    return Teaser(id: feature.rawValue, title: title, icon: icon, text: Script.advice(feature))
  }

  private func reader(_ item: String) -> ReaderScreen {
    let made = content.drills.first { $0.id == item }
    let drill = Script.library.first { $0.name == item }
    return ReaderScreen(
      title: made?.title ?? drill?.name ?? "Your first week",
      subtitle: made?.detail ?? drill?.detail ?? "Free for everyone",
      note: made != nil && !isPro ? "Made earlier. Yours to keep." : nil,
      steps: [
        ReaderStep(title: "Warm up", text: "Five minutes, ball at your feet."),
        ReaderStep(title: "Work", text: "Four rounds of ninety seconds, both feet."),
        ReaderStep(title: "Cool down", text: "Juggle until you reach your best."),
      ], back: PageButton(label: "Train", action: .navigate("main")))
  }

  private var trainingSettings: SettingsScreen {
    var rows = [
      SettingsRow(
        label: planLine, badge: planBadge, icon: isPro ? .crown : .person)
    ]
    if !isPro {
      rows.append(
        SettingsRow(
          label: client?.text("action.upgrade") ?? "Upgrade", icon: .sparkles,
          action: .showPaywall("pro")))
    }
    return SettingsScreen(sections: [
      SettingsSection(title: "Plan", rows: rows + restoreAndManage, footer: billingNote),
      accountSection,
    ])
  }
}

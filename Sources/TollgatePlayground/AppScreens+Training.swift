import Tollgate
import TollgateClient

/// TechnIQ: free drills, two generators with one free use each, and what only Pro fetches.
extension AppScreens {
  var trainingScreen: PhoneScreen {
    if let reading = session.reading { return .reader(reader(reading)) }
    switch session.screen {
    case "settings": return .settings(trainingSettings)
    case "login": return .login(loginScreen)
    default: return .training(training)
    }
  }

  private var training: TrainingScreen {
    TrainingScreen(
      title: "Train", subtitle: "What are you working on today?", badge: isPro ? "Pro" : nil,
      generators: ["custom-drill", "quick-drill", "training-plan", "video-picks"].map(generator),
      teasers: ["daily-coaching", "recommendations", "weekly-adaptation"].map(teaser),
      plans: [
        TrainingPlan(
          id: "onboarding", title: "Your first week", detail: "Three easy sessions",
          open: .read("onboarding"))
      ] + content.drills.map(plan),
      drills: Script.library,
      stats: [
        // A drill that was made is not trained yet.
        Stat(label: "Sessions", value: "3", icon: .check),
        Stat(label: "Minutes", value: "48", icon: .clock),
        Stat(
          label: "Drills", value: "\(Script.library.count + content.drills.count)", icon: .target),
      ])
  }

  /// A plan made with Pro stays readable after a lapse.
  private func plan(_ plan: TrainingPlan) -> TrainingPlan {
    var plan = plan
    plan.note = isPro ? nil : "Yours to keep"
    return plan
  }

  private func generator(_ feature: Feature.ID) -> DrillGenerator {
    let card = models.card(feature)
    let make = feature == "video-picks" ? "Pick clips" : "Make one"
    return DrillGenerator(
      title: card.title, icon: Icon(rawValue: card.icon) ?? .star, text: card.detail ?? "",
      status: card.statusLine, locked: card.isLocked,
      button: unlock(card)
        ?? PageButton(label: make, action: .use(feature.rawValue), style: .primary))
  }

  /// Shows the content of a passive feature only if it may be fetched.
  private func teaser(_ feature: Feature.ID) -> Teaser {
    let card = models.card(feature)
    return Teaser(
      id: feature.rawValue, title: card.title, icon: Icon(rawValue: card.icon) ?? .star,
      text: card.shouldFetch ? Script.advice(feature) : card.detail ?? "", locked: card.isLocked,
      button: unlock(card))
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
    SettingsScreen(sections: [subscriptionSection(isPro ? .crown : .person), accountSection])
  }
}

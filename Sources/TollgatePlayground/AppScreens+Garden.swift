import Tollgate
import TollgateClient

/// GroBro's garden.
extension AppScreens {
  var gardenScreen: PhoneScreen {
    if let plant = content.plants.first(where: { Script.plantID($0) == session.reading }) {
      return .reader(reader(plant))
    }
    return switch session.screen {
    case "analytics": .analytics(analytics)
    case "export": .export(export)
    case "settings": .settings(gardenSettings)
    case "login": .login(loginScreen)
    default: .garden(garden)
    }
  }

  private var plantLimit: Limit? {
    switch client.access(to: "add-plant") {
    case .allowed(let limit): limit
    case .denied(let denial): denial.limit
    case .unknown: nil
    }
  }

  private func reader(_ plant: Int) -> ReaderScreen {
    let position = content.plants.firstIndex(of: plant) ?? 0
    let isOver = plantLimit.map { position >= $0.limit } ?? false
    return ReaderScreen(
      title: Script.plant(plant), subtitle: Script.care(plant),
      note: isOver ? "Kept safe, to read. With Pro you can change it again." : nil,
      steps: Script.diary, back: PageButton(label: "Garden", action: .navigate("main")))
  }

  /// The question before a plant is deleted.
  var plantSheet: AlertSheet? {
    guard
      let plant = content.plants.first(where: {
        Script.plantID($0) == session.plantToDelete?.rawValue
      })
    else { return nil }
    return AlertSheet(
      title: "Delete \(Script.plant(plant))?", text: "Its diary is deleted with it.",
      tryAgain: PageButton(
        label: "Delete", action: .release("add-plant", item: Script.plantID(plant)),
        style: .tinted),
      cancel: PageButton(label: "Keep", action: .closeSheet))
  }

  private var garden: GardenScreen {
    let plants = content.plants
    let limit = plantLimit
    let counted = "\(plants.count) plant\(plants.count == 1 ? "" : "s")"
    return GardenScreen(
      subtitle: limit.map {
        $0.used > $0.limit
          ? "\(counted), room for \($0.limit)" : "\($0.used) of \($0.limit) plants"
      } ?? counted,
      plants: plants.enumerated().map { position, plant in
        let isOver = limit.map { position >= $0.limit } ?? false
        return Plant(
          id: Script.plantID(plant), name: Script.plant(plant),
          detail: isOver ? "Kept safe, to read" : Script.care(plant), art: .at(plant - 1),
          locked: isOver, open: .read(Script.plantID(plant)),
          release: .askToRelease(Script.plantID(plant)))
      },
      prompt: prompt(at: "garden"),
      add: AddPlant(locked: models.card("add-plant").isLocked))
  }

  private var analytics: AnalyticsScreen {
    AnalyticsScreen(
      prompt: prompt(at: "analytics"),
      stats: [
        Stat(label: "Plants", value: "\(content.plants.count)", icon: .leaf),
        Stat(label: "Watered", value: "\(content.plants.count * 2)", icon: .water),
        Stat(label: "New leaves", value: "\(content.plants.count * 3)", icon: .sparkles),
      ],
      bars: zip(["M", "T", "W", "T", "F", "S", "S"], [30, 42, 38, 55, 61, 74, 80]).map {
        ChartBar(label: $0, value: "\($1) mm", percent: $1)
      },
      locked: unlock(models.card("analytics")))
  }

  private var export: ExportScreen {
    let isLocked = client.visibility(.lockForFree, feature: "export") == .locked
    let action = isLocked ? PageAction.showPaywall("export") : .use("export")
    return ExportScreen(
      text: "Your garden is yours.",
      formats: [
        ExportFormat(
          name: "Spreadsheet", detail: "Every plant, every watering", icon: .receipt,
          locked: isLocked, action: action),
        ExportFormat(
          name: "Photo diary", detail: "A page for each plant", icon: .camera, locked: isLocked,
          action: action),
      ], prompt: prompt(at: "export"))
  }

  private var gardenSettings: SettingsScreen {
    SettingsScreen(sections: [subscriptionSection(isPro ? .crown : .leaf), accountSection])
  }
}

import Tollgate
import TollgateClient

/// GroBro's garden.
extension AppScreens {
  var gardenScreen: PhoneScreen {
    switch session.screen {
    case "analytics": .analytics(analytics)
    case "export": .export(export)
    case "settings": .settings(gardenSettings)
    case "login": .login(loginScreen)
    default: .garden(garden)
    }
  }

  private var garden: GardenScreen {
    let plants = content.plants
    let access = client.access(to: "add-plant")
    let limit: Limit? =
      switch access {
      case .allowed(let limit): limit
      case .denied(let denial): denial.limit
      case .unknown: nil
      }
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
          locked: isOver, release: .release("add-plant", item: Script.plantID(plant)))
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
      locked: unlock("analytics"))
  }

  private func unlock(_ feature: Feature.ID) -> PageButton? {
    models.card(feature).actionLabel.map {
      PageButton(label: $0, action: .showPaywall(feature.rawValue), icon: .lock, style: .tinted)
    }
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

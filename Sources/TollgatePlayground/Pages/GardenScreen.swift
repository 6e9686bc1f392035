struct GardenScreen: Sendable, Equatable {
  var title = "My Garden"
  /// The number of plants, such as "3 of 3 plants".
  var subtitle: String
  /// The plants, oldest first.
  var plants: [Plant] = []
  /// A card among the plants.
  var prompt: PromptCard?
  var add: AddPlant
}

struct Plant: Sendable, Equatable {
  var id: String
  var name: String
  /// A line below the name, such as "Water tomorrow".
  var detail: String
  var art: PlantArt
  /// Whether it is over the limit: kept and readable, but not editable.
  var locked = false
  var open: PageAction?
  /// Asks whether to delete it.
  var release: PageAction?
}

enum PlantArt: String, CaseIterable, Sendable, Equatable {
  /// A swiss cheese plant.
  case monstera
  /// A desert cactus.
  case cactus
  case fern
  /// A bright flower.
  case flower
  /// A round succulent.
  case succulent
  case snake
  case tomato
  case basil

  /// The drawing for the plant at a position in the garden, so that neighbors differ.
  static func at(_ index: Int) -> PlantArt {
    let count = allCases.count
    return allCases[((index % count) + count) % count]
  }
}

struct AddPlant: Sendable, Equatable {
  var label = "Add plant"
  /// What it does.
  var action: PageAction = .use("add-plant")
  /// Whether it leads to the upgrade screen.
  var locked = false
}

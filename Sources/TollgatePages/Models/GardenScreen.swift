/// The garden and its plants.
public struct GardenScreen: Sendable, Equatable {
  /// The large title.
  public var title: String
  /// How many plants, such as "3 of 3 plants".
  public var subtitle: String
  /// The plants, oldest first.
  public var plants: [Plant]
  /// A card among the plants.
  public var prompt: PromptCard?
  /// The way to add one.
  public var add: AddPlant

  /// Creates the value from its parts.
  public init(
    title: String = "My Garden",
    subtitle: String,
    plants: [Plant] = [],
    prompt: PromptCard? = nil,
    add: AddPlant
  ) {
    self.title = title
    self.subtitle = subtitle
    self.plants = plants
    self.prompt = prompt
    self.add = add
  }
}

/// One plant of the garden.
public struct Plant: Sendable, Equatable {
  /// The plant's id.
  public var id: String
  /// Its name.
  public var name: String
  /// A line under the name, such as "Water tomorrow".
  public var detail: String
  /// How it is drawn.
  public var art: PlantArt
  /// Whether it is over the limit: readable, kept, not to be changed.
  public var locked: Bool
  /// Deletes it.
  public var release: PageAction?

  /// Creates the value from its parts.
  public init(
    id: String,
    name: String,
    detail: String,
    art: PlantArt,
    locked: Bool = false,
    release: PageAction? = nil
  ) {
    self.id = id
    self.name = name
    self.detail = detail
    self.art = art
    self.locked = locked
    self.release = release
  }
}

/// How a plant is drawn.
public enum PlantArt: String, CaseIterable, Sendable, Equatable {
  /// A swiss cheese plant.
  case monstera
  /// A desert cactus.
  case cactus
  /// A fern.
  case fern
  /// A bright flower.
  case flower
  /// A round succulent.
  case succulent
  /// A snake plant.
  case snake
  /// A tomato plant.
  case tomato
  /// A basil.
  case basil

  /// The drawing for the plant at a place in the garden, so that neighbours differ.
  public static func at(_ index: Int) -> PlantArt {
    let count = allCases.count
    return allCases[((index % count) + count) % count]
  }
}
/// The way to add a plant.
public struct AddPlant: Sendable, Equatable {
  /// The button's words.
  public var label: String
  /// What it does.
  public var action: PageAction
  /// Whether it leads to the upgrade screen.
  public var locked: Bool

  /// Creates the value from its parts.
  public init(
    label: String = "Add plant",
    action: PageAction = .use("add-plant"),
    locked: Bool = false
  ) {
    self.label = label
    self.action = action
    self.locked = locked
  }
}

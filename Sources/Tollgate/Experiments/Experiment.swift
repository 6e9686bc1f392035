/// A comparison of variants: each customer who takes part is given one of them, and keeps it.
///
/// Who takes part and which variant a customer gets follow from the customer's id by ``WeightedChoice``, so a device and
/// the server agree without asking each other. The first time it matters, the variant is recorded
/// (``VariantAssignment``), and what is recorded never changes.
public struct Experiment: Hashable, Sendable, Identifiable {
  /// The experiment's name.
  public typealias ID = Identifier<Experiment>

  /// A set of experiments; a customer takes part in at most one of them.
  public enum Group {
    /// The group's name.
    public typealias ID = Identifier<Group>
  }

  /// What some of the customers get.
  public struct Variant: Hashable, Sendable, Identifiable {
    /// The variant's name, unique in its experiment.
    public typealias ID = Identifier<Variant>

    /// The greatest weight: 10,000.
    public static let greatestWeight = 10_000

    /// The variant's name.
    public let id: ID
    /// Its share among the experiment's variants, 0 to ``greatestWeight``; no new customer gets one with weight 0.
    public package(set) var weight: Int
    /// The paywalls that look like another one: by the name of the paywall, the one whose content it has.
    public let paywalls: [Paywall.ID: Paywall.ID]
    /// The texts that read like another one: by the name of the text, the one whose words it has.
    public let texts: [LocalizedText.ID: LocalizedText.ID]
    /// How long a trial that no purchase starts lasts; nil means as long as the blueprint's trial says.
    public let trialLasts: Period?

    /// Creates a variant; without changes it is the blueprint as it is written.
    public init(
      id: ID, weight: Int, paywalls: [Paywall.ID: Paywall.ID] = [:],
      texts: [LocalizedText.ID: LocalizedText.ID] = [:], trialLasts: Period? = nil
    ) {
      self.id = id
      self.weight = weight
      self.paywalls = paywalls
      self.texts = texts
      self.trialLasts = trialLasts
    }
  }

  /// The experiment's name.
  public let id: ID
  /// The group of experiments that exclude each other; nil if it excludes none.
  public let group: Group.ID?
  /// The percentage of customers who take part, 0 to 100; the others get the blueprint as it is written.
  public package(set) var traffic: Int
  /// The variants, at least one.
  public package(set) var variants: [Variant]

  public init(id: ID, group: Group.ID? = nil, traffic: Int = 100, variants: [Variant]) {
    self.id = id
    self.group = group
    self.traffic = traffic
    self.variants = variants
  }

  /// Whether some variant changes the trial.
  public var changesTrial: Bool { variants.contains { $0.trialLasts != nil } }

  /// Whether some variant changes a text.
  func changes(_ text: LocalizedText.ID) -> Bool { variants.contains { $0.texts[text] != nil } }

  /// The variant with a name, or nil if there isn't one.
  public func variant(_ id: Variant.ID) -> Variant? { variants.first { $0.id == id } }
}

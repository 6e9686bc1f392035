import Tollgate

/// A page before the offer; `title` and `text` are names of texts.
///
/// Members that are missing have their defaults: no `text`, `icon`, `image`, `benefits` or `question`.
extension Paywall.Page: WireForm {
  enum WireKey: String {
    case title, text, icon, image, benefits, question
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      title: try wire.decode(LocalizedText.ID.self, forKey: .title),
      text: try wire.decodeIfPresent(LocalizedText.ID.self, forKey: .text),
      icon: try wire.decodeIfPresent(String.self, forKey: .icon),
      image: try wire.decodeIfPresent(Paywall.Image.self, forKey: .image),
      benefits: try wire.decodeIfPresent([Paywall.Benefit].self, forKey: .benefits) ?? [],
      question: try wire.decodeIfPresent(Question.self, forKey: .question))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(title, forKey: .title)
    try wire.encodeIfPresent(text, forKey: .text)
    try wire.encodeIfPresent(icon, forKey: .icon)
    try wire.encodeIfPresent(image, forKey: .image)
    if !benefits.isEmpty { try wire.encode(benefits, forKey: .benefits) }
    try wire.encodeIfPresent(question, forKey: .question)
  }
}

/// A question of a page: `{"answers":[{"text":"goal.strength","value":"strength"}],"attribute":"goal"}`.
extension Paywall.Page.Question: WireForm {
  enum WireKey: String {
    case attribute, answers
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      attribute: try wire.decode(Attribute.ID.self, forKey: .attribute),
      answers: try wire.decode([Paywall.Page.Answer].self, forKey: .answers))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(attribute, forKey: .attribute)
    try wire.encode(answers, forKey: .answers)
  }
}

/// An answer; `text` is the name of a text.
extension Paywall.Page.Answer: WireForm {
  enum WireKey: String {
    case value, text
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      value: try wire.decode(Attribute.Value.self, forKey: .value),
      text: try wire.decode(LocalizedText.ID.self, forKey: .text))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(value, forKey: .value)
    try wire.encode(text, forKey: .text)
  }
}

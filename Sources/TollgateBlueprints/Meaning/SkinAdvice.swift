import Tollgate
import TollgateWords

/// The check that a skin's texts can be read and its controls stand out, in each appearance that pages have.
///
/// The contrasts are those of [WCAG 2.2](https://www.w3.org/TR/WCAG22/#contrast-minimum): a text that cannot be read is a
/// mistake. What is selected is drawn in a shade of the accent that stands out, so an accent that does not is a warning.
///
/// ```yaml
/// skin:
///   accent: "#FFD400"  # a contrast of 1.43 with a white card
///   text: "#8A8A8A"    # a contrast of 3.45 with a white card
/// ```
struct SkinAdvice {
  let subject: Subject

  /// A color that texts stand on.
  private typealias Ground = (name: String, color: Skin.Color, path: [String])

  /// Checks the skin.
  func note() {
    guard let skin = subject.definition.skin, subject.isSound("skin") else { return }
    let look = PaywallLook(skin)
    if skin.appearance != .dark { note(look.light, of: skin, in: "light") }
    if skin.appearance != .light { note(look.dark, of: skin, in: "dark") }
    notePictures(skin)
  }

  private func note(_ theme: PaywallLook.Theme, of skin: Skin, in appearance: String) {
    let plain: [Ground] = [
      ("page", theme.page, ["skin", "page", appearance]),
      ("card", theme.card, ["skin", "card", appearance]),
    ]
    let colors = appearance == "dark" ? "dark" : skin.background.style.rawValue
    let behind = theme.background.enumerated().map { position, color -> Ground in
      ("background", color, ["skin", "background", colors, "\(position)"])
    }
    noteText(theme.text, on: plain + behind, in: appearance)
    noteAccent(theme.accent, on: plain, in: appearance)
  }

  /// Records a text that cannot be read, at its color, or else at that of what it stands on.
  private func noteText(_ text: Skin.Color, on grounds: [Ground], in appearance: String) {
    guard let (ground, contrast) = worst(of: text, on: grounds), contrast < 4.5 else { return }
    let own = subject.node(["skin", "text", appearance]).path
    let isGiven = own.starts(with: ["skin", "text"])
    let nearest =
      isGiven
      ? text.nearest(reaching: 4.5, on: grounds.map(\.color))
      : ground.color.nearest(reaching: 4.5, on: [text])
    let what =
      isGiven
      ? "the text `\(text)` has a contrast of \(written(contrast)) with the \(ground.name) `\(ground.color)`"
      : "the \(ground.name) `\(ground.color)` has a contrast of \(written(contrast)) with the text `\(text)`"
    subject.mistake(
      isGiven ? own : subject.node(ground.path).path, "\(what) in the \(appearance) appearance",
      expected: "at least 4.5" + (nearest.map { ", as `\($0)` has" } ?? ""))
  }

  private func noteAccent(_ accent: Skin.Color, on grounds: [Ground], in appearance: String) {
    guard let (ground, contrast) = worst(of: accent, on: grounds), contrast < 3 else { return }
    let nearest = accent.nearest(reaching: 3, on: grounds.map(\.color))
    subject.warning(
      subject.node(["skin", "accent", appearance]).path,
      "the accent `\(accent)` has a contrast of \(written(contrast)) with the \(ground.name) `\(ground.color)` "
        + "in the \(appearance) appearance: what is selected is drawn in a shade of it",
      expected: "at least 3" + (nearest.map { ", as `\($0)` has" } ?? ""))
  }

  /// Warns about the place of pictures if no paywall has one.
  private func notePictures(_ skin: Skin) {
    guard skin.layout.picture == .behind, subject.isSound("paywalls"),
      subject.definition.paywalls.allSatisfy(\.pictures.isEmpty)
    else { return }
    subject.warning(
      ["skin", "picture"], "`picture: behind` has no effect: no paywall has an `image`")
  }

  /// What a color has the least contrast with.
  private func worst(
    of color: Skin.Color, on grounds: [Ground]
  ) -> (ground: Ground, contrast: Double)? {
    grounds.map { (ground: $0, contrast: color.contrast(with: [$0.color])) }
      .min { $0.contrast < $1.contrast }
  }

  /// A contrast with two decimals, and never rounded up to one that would do.
  private func written(_ contrast: Double) -> String {
    let hundredths = Int(contrast * 100)
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

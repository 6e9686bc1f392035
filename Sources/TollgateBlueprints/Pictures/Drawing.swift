/// An SVG drawing, as far as a blueprint needs to know it.
///
/// Pages show it as an image, in which scripts do not run and nothing is loaded
/// ([SVG Integration](https://www.w3.org/TR/svg-integration/), 3).
struct Drawing {
  /// The width of what is drawn, in its own units.
  let width: Int
  let height: Int
  let isAnimated: Bool

  /// Reads a file; nil if it is not an SVG drawing, or does not state its size.
  init?(_ bytes: [UInt8]) {
    guard let text = String(validUTF8: bytes),
      let root = text.withoutByteOrderMark.prefixMatch(
        of: /(?>\s|<\?[^>]*>|<!--.*?-->|<!DOCTYPE[^>\[]*>)*+<svg\s[^>]*>/.dotMatchesNewlines())?
        .output, text.contains("</svg>")
    else { return nil }
    guard let size = Self.viewBox(of: root) ?? Self.size(of: root) else { return nil }
    // Small drawings are scaled up, so that rounding keeps their proportions.
    let scale: Double = min(size.width, size.height) < 100 ? 100 : 1
    guard (0.01...1e6).contains(size.width), (0.01...1e6).contains(size.height) else { return nil }
    width = Int((size.width * scale).rounded())
    height = Int((size.height * scale).rounded())
    isAnimated = text.contains(/<(animate|set\s)|@keyframes/)
  }

  /// The size of the view box, which is also that of a drawing whose width is a percentage.
  private static func viewBox(of root: Substring) -> (width: Double, height: Double)? {
    guard let box = root.firstMatch(of: /\sviewBox\s*=\s*["']([^"']*)["']/) else { return nil }
    let numbers = box.output.1.split { " ,\n\r\t".contains($0) }.compactMap { Double($0) }
    return numbers.count == 4 ? (numbers[2], numbers[3]) : nil
  }

  /// The width and height that the drawing states in pixels.
  private static func size(of root: Substring) -> (width: Double, height: Double)? {
    guard let width = root.firstMatch(of: /\swidth\s*=\s*["']([0-9.]+)(px)?["']/),
      let height = root.firstMatch(of: /\sheight\s*=\s*["']([0-9.]+)(px)?["']/),
      let width = Double(width.output.1), let height = Double(height.output.1)
    else { return nil }
    return (width, height)
  }
}

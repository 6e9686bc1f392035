import Foundation
import Tollgate

/// A color by how light, how vivid and of which hue people see it, in [OKLCH](https://www.w3.org/TR/css-color-4/#ok-lab).
///
/// Unlike in sRGB, a lighter or darker color of the same hue looks like the same color.
struct Shade {
  /// From 0, black, to 1, white.
  let lightness: Double
  /// From 0, gray, to about 0.3.
  let chroma: Double
  /// The angle of the hue, in radians.
  let hue: Double
}

extension Shade {
  init(_ color: Skin.Color) {
    let (red, green, blue) = (
      Self.linear(color.red), Self.linear(color.green), Self.linear(color.blue)
    )
    let long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let middle = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    let warm = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    let yellow = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
    self.init(
      lightness: 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
      chroma: hypot(warm, yellow), hue: atan2(yellow, warm))
  }

  /// The color; one that screens cannot show is less vivid.
  var color: Skin.Color {
    var shown = chroma
    while shown > 0 {
      let light = parts(chroma: shown)
      if light.allSatisfy({ -0.0005 <= $0 && $0 <= 1.0005 }) { return Self.color(of: light) }
      shown -= 0.004
    }
    return Self.color(of: parts(chroma: 0))
  }

  /// The parts of red, green and blue, in linear light, with a chroma.
  private func parts(chroma: Double) -> [Double] {
    let (warm, yellow) = (chroma * cos(hue), chroma * sin(hue))
    func cubed(_ warmth: Double, _ yellowness: Double) -> Double {
      let root = lightness + warmth * warm + yellowness * yellow
      return root * root * root
    }
    let long = cubed(0.3963377774, 0.2158037573)
    let middle = cubed(-0.1055613458, -0.0638541728)
    let short = cubed(-0.0894841775, -1.2914855480)
    return [
      4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
      -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
      -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    ]
  }

  private static func color(of light: [Double]) -> Skin.Color {
    let bytes = light.map { share -> UInt8 in
      let part = min(max(share, 0), 1)
      let curved = part <= 0.0031308 ? 12.92 * part : 1.055 * pow(part, 1 / 2.4) - 0.055
      return UInt8((curved * 255).rounded())
    }
    return Skin.Color(red: bytes[0], green: bytes[1], blue: bytes[2])
  }

  /// A part of a color in linear light.
  fileprivate static func linear(_ byte: UInt8) -> Double {
    let part = Double(byte) / 255
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }
}

extension Skin.Color {
  /// The relative luminance, by [WCAG 2.2](https://www.w3.org/TR/WCAG22/#dfn-relative-luminance).
  var luminance: Double {
    0.2126 * Shade.linear(red) + 0.7152 * Shade.linear(green) + 0.0722 * Shade.linear(blue)
  }
}

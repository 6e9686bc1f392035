import Tollgate

/// The format of the art on top of a paywall or a page.
///
/// Its files are read with the blueprint and become part of it, so a published, bundled or stored blueprint does not need
/// them.
enum ImageForms {
  /// The path of a picture, or a map with more keys.
  ///
  /// ```yaml
  /// image: art/hero.webp
  /// image: { file: art/hero.webp, dark: art/hero-dark.webp, description: A tomato plant on a sill }
  /// ```
  static let image = Form<Paywall.Image>.either(
    "the path of a picture, or a map with `file`",
    scalar: file.map { Paywall.Image(file: $0) },
    map: .object(
      "an image",
      .required("file", file, "The picture, as a path relative to the blueprint's folder."),
      .optional("dark", file, "The picture for a dark appearance."),
      .optional(
        "description", TextForms.place,
        "What it shows, for people who cannot see it; left out if it is decorative.")
    ) { Paywall.Image(file: $0, dark: $1, description: $2) })

  /// The path of a picture, whose file is read with the blueprint.
  private static let file = Form<String>.pattern(
    FilePath.pictures.expected, FilePath.pictures.pattern, FilePath.pictures.isValid
  ).map { (path: String, node: YAMLNode, reader: Reader) -> Paywall.Image.File? in
    reader.picture(path, at: node)
  }

  /// Records an error if a paywall's pictures are too large together.
  static func checkSize(of paywall: Paywall, at node: YAMLNode, _ reader: Reader) {
    let size = paywall.pictures.reduce(0) { $0 + $1.bytes.count }
    guard size > Paywall.Image.byteLimit else { return }
    reader.error(
      at: node["image"] ?? node["pages"] ?? node,
      "the pictures of the paywall and its pages have \(size) bytes",
      expected: "at most \(Paywall.Image.byteLimit)")
  }
}

extension Reader {
  /// Returns a picture; records an error and returns nil if it cannot be used.
  ///
  /// A file that is named twice is read once.
  ///
  /// - Parameter path: The path as it is written.
  /// - Returns: The file, with its size and media type.
  fileprivate func picture(_ path: String, at node: YAMLNode) -> Paywall.Image.File? {
    if let known = blueprint.pictures[path] { return known }
    let limit = Paywall.Image.byteLimit
    guard let bytes = self.bytes(of: path, "picture", atMost: limit, at: node) else { return nil }
    guard let header = PictureHeader.read(bytes) else {
      error(
        at: node, "the file `\(path)` is not an image with a known size",
        expected: "WebP, PNG, JPEG, AVIF or SVG")
      return nil
    }
    guard header.isComplete else {
      error(at: node, "the picture `\(path)` is incomplete; export or download it again")
      return nil
    }
    if header.isAnimated {
      error(at: node, "the picture `\(path)` is animated", expected: "a still picture")
      return nil
    }
    let side = Paywall.Image.sideLimit
    if header.hasPixels, max(header.width, header.height) > side {
      error(
        at: node, "the picture `\(path)` is \(header.width) × \(header.height) pixels",
        expected: "at most \(side) on a side")
      return nil
    }
    let picture = Paywall.Image.File(
      path: path, mediaType: header.mediaType, width: header.width, height: header.height,
      bytes: bytes)
    blueprint.pictures[path] = picture
    return picture
  }
}

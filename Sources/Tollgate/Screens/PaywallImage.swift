extension Paywall {
  /// What is on top of a paywall, above its title.
  public struct Hero: Hashable, Sendable {
    /// The icon, unless a feature led to the paywall; nil for the standard one.
    public let icon: String?
    /// The app's own art, in place of any icon; nil if it has none.
    public let image: Image?

    /// Creates what is on top.
    public init(icon: String? = nil, image: Image? = nil) {
      self.icon = icon
      self.image = image
    }
  }

  /// The app's own art on top of a paywall or a page, in place of an icon.
  public struct Image: Hashable, Sendable {
    /// A picture, as it is in its file.
    public struct File: Hashable, Sendable {
      /// The file's path, relative to the blueprint's folder.
      public let path: String
      /// The media type, such as `image/webp`.
      public let mediaType: String
      /// The width in pixels; with ``height`` it gives the proportions before the picture is drawn.
      public let width: Int
      /// The height in pixels.
      public let height: Int
      /// The contents of the file.
      public let bytes: [UInt8]

      /// Creates a picture.
      public init(path: String, mediaType: String, width: Int, height: Int, bytes: [UInt8]) {
        self.path = path
        self.mediaType = mediaType
        self.width = width
        self.height = height
        self.bytes = bytes
      }

      /// The file's name without its folder and extension; an asset of the app with this name takes precedence.
      public var name: String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.lastIndex(of: ".").map { file[..<$0] } ?? file)
      }
    }

    /// The picture.
    public let file: File
    /// The picture for a dark appearance; nil if one picture is used for both.
    public let dark: File?
    /// What it shows, for people who cannot see it; nil if it is decorative.
    public let description: LocalizedText.ID?

    /// Creates an image.
    public init(file: File, dark: File? = nil, description: LocalizedText.ID? = nil) {
      self.file = file
      self.dark = dark
      self.description = description
    }

    /// The picture, and the one for a dark appearance.
    public var files: [File] { [file] + (dark.map { [$0] } ?? []) }

    /// The greatest number of bytes in the pictures of one paywall and its pages, counting repeats: 90,000, which a web
    /// page sends as 120 kB in Base64.
    public static let byteLimit = 90_000
    /// The greatest width and height of a picture made of pixels: 2,048.
    public static let sideLimit = 2_048
  }

  /// The pictures of the paywall and its pages, with repeats.
  public var pictures: [Image.File] {
    ([hero.image] + flow.pages.map(\.image)).compactMap { $0 }.flatMap(\.files)
  }
}

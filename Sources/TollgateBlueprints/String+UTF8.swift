extension String {
  /// Creates a text from bytes; nil unless they are valid UTF-8.
  ///
  /// The standard library's `init(validating:as:)` needs macOS 15.
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { return nil }
    self = text
  }
}

extension String {
  /// The text without a byte-order mark at its beginning, which some editors write.
  var withoutByteOrderMark: String {
    unicodeScalars.first == "\u{FEFF}" ? String(unicodeScalars.dropFirst()) : self
  }
}

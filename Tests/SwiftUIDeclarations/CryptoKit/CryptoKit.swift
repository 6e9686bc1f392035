// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Of swift-crypto, which has CryptoKit's interface.
@_exported public import Crypto

// Lets an app write `"analytics"` where a feature's name is expected, `.isAllowed` and `case .denied` with one import.
@_exported public import Tollgate
// Lets an app ask the client for a standard line without importing the module that names it.
@_exported public import TollgateWords

// What `previewRestore()` returns, and `teams()`, `invite(to:)` and `join(code:)`.
@_exported public import struct TollgateWire.InvitationResponse
@_exported public import struct TollgateWire.RestorePreview
@_exported public import struct TollgateWire.RightSummary
@_exported public import struct TollgateWire.SeatSummary
@_exported public import struct TollgateWire.TeamSummary
@_exported public import struct TollgateWire.TeamsResponse

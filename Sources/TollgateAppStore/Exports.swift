// Instants and periods are part of this module's interface; nobody who imports it needs a second import.
@_exported public import TollgateTime

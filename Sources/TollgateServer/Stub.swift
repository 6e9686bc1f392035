enum TollgateServerStub {}

enum TollgatePlaygroundStub {}

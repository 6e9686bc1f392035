enum TollgatePagesStub {}

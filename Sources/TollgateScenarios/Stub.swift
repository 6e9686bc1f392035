enum TollgateScenariosStub {}

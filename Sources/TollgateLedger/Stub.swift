enum TollgateLedgerStub {}

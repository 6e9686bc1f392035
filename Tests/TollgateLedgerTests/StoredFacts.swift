/// Every kind of fact as it is stored, one on each line, in the order of ``factsOfEveryKind``.
let storedFacts = #"""
  {"account":"a1","at":1767225600000,"kind":"signedUp","v":1}
  {"at":1767225600000,"device":"phone","kind":"device","origin":"c1","v":1}
  {"at":1767225600000,"kind":"milestone","milestone":"discovery","v":1}
  {"at":1767225600000,"kind":"trialStarted","purchase":"1000","terms":{"entitlements":["premium"],"lasts":"P3D","uses":{"feature":"send-message","limit":100}},"trial":"paid","v":1}
  {"at":1767225600000,"device":"phone","kind":"trialForfeited","trial":"free","v":1}
  {"appHostsInvitations":true,"commitment":{"bill":3,"bills":12,"endsAt":1767225600000},"environment":"sandbox","expiresAt":1767225660000,"group":"plans","id":"1001","isRenewal":true,"isUpgraded":true,"kind":"transaction","offer":{"kind":"introductory","payment":"payAsYouGo"},"originalID":"1000","ownership":"familyShared","price":{"currency":"USD","milliunits":19990},"product":"monthly","purchasedAt":1767225600000,"quantity":2,"revokedAt":1767225630000,"revokedSeats":1,"signedAt":1767225600000,"signedFor":"cus_1","v":1}
  {"environment":"production","id":"2001","isUpgraded":false,"kind":"transaction","originalID":"2001","ownership":"purchased","product":"lifetime","purchasedAt":1767225600000,"quantity":1,"signedAt":1767225600000,"v":1}
  {"commitment":{"endsAt":1767225600000,"willRenew":false},"environment":"sandbox","graceEndsAt":1767225600000,"isInBillingRetry":true,"kind":"renewal","originalID":"1000","renewsAt":1767225600000,"renewsTo":"yearly","resumesAt":1767225600000,"signedAt":1767225600000,"v":1,"willRenew":false}
  {"at":1767225600000,"isHeld":false,"kind":"transfer","number":2,"purchase":"1000","v":1}
  {"at":1767225600000,"isHeld":true,"isShared":true,"kind":"transfer","number":3,"purchase":"1000","spent":[{"amount":4,"transaction":"1001","wallet":"coins"}],"v":1}
  {"at":1767225600000,"isHeld":true,"kind":"transfer","number":4,"purchase":"1000","timeLeft":60000,"v":1}
  {"at":1767225600000,"feature":"send-message","key":"k1","kind":"use","origin":"c1","v":1}
  {"amount":50,"kind":"credit","lifetime":{"kind":"rollsOver","upTo":120},"purchase":"sandbox:1000","transaction":"1001","v":1,"wallet":"coins"}
  {"amount":50,"kind":"credit","lifetime":{"kind":"period"},"purchase":"1","transaction":"1","v":1,"wallet":"coins"}
  {"amount":2,"at":1767225600000,"feature":"send-message","key":"k5","kind":"spend","origin":"c1","unpaid":1,"v":1,"wallet":"coins"}
  {"amount":5,"at":1767225600000,"feature":"sing","key":"k11","kind":"spend","origin":"c1","rest":[{"amount":3,"wallet":"bonus"},{"amount":1,"owed":1,"wallet":"coins"}],"unpaid":0,"v":1,"wallet":"daily"}
  {"amount":12,"at":1767225600000,"feature":"record","key":"k8","kind":"size","origin":"c1","v":1}
  {"amount":3000000000,"at":1767225600000,"feature":"store","item":"beach","key":"k9","kind":"size","origin":"c1","parent":"trip","v":1}
  {"at":1767225600000,"feature":"plants","isHeld":true,"item":"fern","kind":"item","origin":"c1","v":1}
  {"at":1767225600000,"feature":"send-message","isCounted":true,"key":"k6","kind":"reservation","lapsesAt":1767226200000,"origin":"c1","v":1}
  {"amount":2,"at":1767225600000,"feature":"draw","isCounted":false,"item":"fern","key":"k7","kind":"reservation","lapsesAt":1767226200000,"origin":"c1","size":3,"v":1,"wallet":"coins"}
  {"amount":5,"at":1767225600000,"feature":"sing","isCounted":false,"key":"k12","kind":"reservation","lapsesAt":1767226200000,"origin":"c1","rest":[{"amount":5,"wallet":"bonus"}],"v":1,"wallet":"daily"}
  {"at":1767225600000,"feature":"send-message","key":"k6","kind":"reservationRelease","origin":"c1","v":1}
  {"at":1767225600000,"key":"k2","kind":"dismissal","prompt":"garden","v":1}
  {"action":"closed","at":1767225600000,"feature":"send-message","key":"k3","kind":"paywall","paywall":"plans","placement":"start","v":1}
  {"action":"shown","at":1767225600000,"key":"k4","kind":"paywall","paywall":"plans","v":1}
  {"at":1767225600000,"kind":"nudge","nudge":"tomorrow","occurrence":1767225600000,"v":1}
  {"at":1767225600000,"kind":"profile","row":"user","table":"users","v":1,"values":{"isNew":true,"level":1,"stance":"orthodox"}}
  {"at":1767225600000,"day":"2026-03-02","kind":"profile","row":"today","table":"trackers","v":1,"values":{}}
  {"entitlements":["premium"],"id":"g1","kind":"grant","startsAt":1767225600000,"v":1}
  {"entitlements":["premium"],"givenAt":1767225600000,"id":"g3","kind":"grant","name":"referral","startsAt":1767225660000,"v":1}
  {"amount":10,"givenAt":1767225600000,"id":"g4","kind":"grant","name":"apology","startsAt":1767225600000,"v":1,"wallet":"coins"}
  {"endsAt":1767225660000,"entitlements":["export","premium"],"givenAt":1767225600000,"id":"g5","kind":"grant","name":"web","seats":12,"startsAt":1767225600000,"v":1,"willRenew":true}
  {"entitlements":["premium"],"givenAt":1767225600000,"id":"g6","kind":"grant","lasts":"P7D","name":"referral","startsAt":1767225600000,"v":1}
  {"endsAt":1767225600000,"entitlements":["premium"],"id":"g2","kind":"grant","notes":[{"action":"granted","at":1767225600000,"by":"sk_coach_1","reason":"Lost 📦"},{"action":"revoked","at":1767225600000,"by":"sk_coach_2","reason":"A mistake"}],"revokedAt":1767225600000,"startsAt":1767225600000,"v":1}
  {"expiresAt":1767225660000,"id":"s1","invitedAt":1767225600000,"kind":"seat","name":"Mum","number":1,"owner":"c1","side":"owner","storeClaim":"9e4b","team":"family","v":1}
  {"ending":"left","endsAt":1767225660000,"expiresAt":1767225660000,"id":"s1","invitedAt":1767225600000,"joinedAt":1767225600000,"kind":"seat","member":"c2","number":4,"owner":"c1","rights":[{"endsAt":1767225660000,"entitlement":"premium","startsAt":1767225600000},{"entitlement":"export","startsAt":1767225600000}],"side":"member","team":"family","v":1}
  {"at":1767225600000,"count":3,"feature":"project","kind":"teamItems","seat":"s1","size":0,"v":1}
  {"at":1767225600000,"attribute":"goal","kind":"attribute","setBy":"app","v":1,"value":"strength"}
  {"at":1767225600000,"attribute":"coach","kind":"attribute","setBy":"backend","v":1}
  {"appVersion":"212","at":1767225600000,"environment":"production","kind":"download","platform":"iOS","v":1}
  {"at":1767225600000,"environment":"sandbox","kind":"download","v":1}
  {"appVersion":"2.1","at":1767225600000,"day":"2026-01-01","kind":"opening","v":1}
  {"at":1767225600000,"author":"support","days":7,"id":"x1","kind":"trialExtension","reason":"lost a week","trial":"free","v":1}
  {"at":1767225600000,"author":"support","days":0,"id":"x2","kind":"trialExtension","reason":"again","startsOver":true,"trial":"free","v":1}
  {"author":"backend","id":"p1","kind":"trialPause","reason":"in hospital","startsAt":1767225600000,"trial":"free","v":1}
  {"author":"backend","endsAt":1767225660000,"id":"p1","kind":"trialPause","reason":"in hospital","startsAt":1767225600000,"trial":"free","v":1}
  {"at":1767225600000,"experiment":"headline","kind":"variant","reason":"paywall","v":1,"variant":"promise"}
  {"action":"shown","at":1767225600000,"key":"k5","kind":"paywall","paywall":"plans","v":1,"variants":{"headline":"promise"}}
  {"askedAt":1767225600000,"id":"n1","kind":"refundRequest","purchase":"1000","reason":"unsatisfied","transaction":"1001","v":1}
  {"answer":{"at":1767225660000,"consumed":33333,"hadSample":true,"outcome":"sent","prefer":"grantProrated"},"askedAt":1767225600000,"id":"n2","kind":"refundRequest","purchase":"1000","reason":"legal","transaction":"1001","v":1}
  {"answer":{"at":1767225660000,"hadSample":false,"outcome":"sent","prefer":"nothing"},"askedAt":1767225600000,"id":"n3","kind":"refundRequest","purchase":"1000","reason":"legal","transaction":"1001","v":1}
  {"answer":{"at":1767225660000,"outcome":"withheld","reason":"noConsent"},"askedAt":1767225600000,"id":"n4","kind":"refundRequest","purchase":"1000","reason":"legal","transaction":"1001","v":1}
  {"answer":{"at":1767225660000,"code":"4000036","outcome":"refused"},"askedAt":1767225600000,"id":"n5","kind":"refundRequest","purchase":"1000","reason":"legal","transaction":"1001","v":1}
  """#

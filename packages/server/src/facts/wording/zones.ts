/** Time zones of large airports by their IATA codes; a code that is not here has none. */
const zones: Readonly<Record<string, string>> = {
  "Europe/Moscow": "SVO DME VKO ZIA LED AER KRR MRV ROV KZN",
  "Europe/Kaliningrad": "KGD",
  "Europe/Samara": "KUF",
  "Asia/Yekaterinburg": "SVX UFA CEK TJM PEE",
  "Asia/Omsk": "OMS",
  "Asia/Novosibirsk": "OVB",
  "Asia/Krasnoyarsk": "KJA",
  "Asia/Irkutsk": "IKT",
  "Asia/Vladivostok": "VVO KHV",
  "Europe/London": "LHR LGW STN LTN LCY MAN EDI",
  "Europe/Dublin": "DUB",
  "Europe/Paris": "CDG ORY NCE",
  "Europe/Berlin": "BER FRA MUC HAM DUS",
  "Europe/Rome": "FCO CIA MXP LIN VCE",
  "Europe/Madrid": "MAD BCN",
  "Europe/Amsterdam": "AMS",
  "Europe/Vienna": "VIE",
  "Europe/Zurich": "ZRH GVA",
  "Europe/Istanbul": "IST SAW AYT",
  "Europe/Minsk": "MSQ",
  "Asia/Dubai": "DXB",
  "Asia/Almaty": "ALA NQZ",
  "Asia/Tbilisi": "TBS",
  "Asia/Yerevan": "EVN",
  "Asia/Tokyo": "HND NRT",
  "Asia/Shanghai": "PEK PVG",
  "Asia/Bangkok": "BKK HKT",
  "America/New_York": "JFK EWR LGA BOS IAD MIA ATL",
  "America/Chicago": "ORD MDW DFW IAH",
  "America/Denver": "DEN",
  "America/Los_Angeles": "LAX SFO SEA SAN",
  "America/Toronto": "YYZ YUL",
};

const zoneByAirport = new Map(
  Object.entries(zones).flatMap(([zone, airports]) => airports.split(" ").map((airport) => [airport, zone] as const)),
);

/** Of "London (LHR)". */
export const zoneOf = (place: string): string | undefined => zoneByAirport.get(/\(([A-Z]{3})\)/.exec(place)?.[1] ?? "");

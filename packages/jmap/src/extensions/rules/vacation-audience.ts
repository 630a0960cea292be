/** Whom the vacation response (RFC 8621 §8) answers, and whether it does. An extension of ours. */

/** An account capability: VacationResponse has `contactsOnly` and `serverAnswers` where it is in `using`. */
export const VACATION_AUDIENCE = "tag:pismo.localhost,2026:vacation-audience";

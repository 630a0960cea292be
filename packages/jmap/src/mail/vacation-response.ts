/** The vacation response, a singleton with the id "singleton": RFC 8621 §8. */
import type { UTCDate } from "../core/core.ts";

export interface VacationResponse {
  id: "singleton";
  isEnabled: boolean;
  fromDate: UTCDate | null;
  toDate: UTCDate | null;
  subject: string | null;
  textBody: string | null;
  htmlBody: string | null;
}

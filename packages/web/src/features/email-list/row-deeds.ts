/** What the small signs of a row do. It is seen where it was done, so no notice says it, and the selection stays. */
import { FLAGGED, SEEN } from "@pismo/jmap";
import { commit, type EmailRow, isFlagged, isUnread } from "../../store/index.ts";

export function toggleRead(row: EmailRow): void {
  commit({ type: "Email", update: { [row.id]: { [`keywords/${SEEN}`]: isUnread(row) || null } } });
}

export function toggleFlag(row: EmailRow): void {
  commit({ type: "Email", update: { [row.id]: { [`keywords/${FLAGGED}`]: isFlagged(row) ? null : true } } });
}

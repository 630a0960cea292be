import { type Caution, cautionOf } from "../../../mail-ui/text-parts.ts";
import { type EmailRow, useMailboxes } from "../../../store/index.ts";

export const useCaution = (email: Pick<EmailRow, "mailboxIds" | "keywords">): Caution | undefined =>
  cautionOf(email, useMailboxes());

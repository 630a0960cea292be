/** The initial content of the new-letter popup; whether it is open is `newLetterPopup` of the view. */
import type { EmailAddress, Id } from "@pismo/jmap";
import { createSignal, useSignal } from "../signal.ts";
import type { UnsentEmail, UnsentFile } from "./unsent-email.ts";
import { setView } from "../view.ts";

export interface EmailPlace {
  /** As it is shown; with `accountId`, as that account names it. */
  emailId: Id;
  /** Where another account may be shown by then. */
  accountId?: Id;
}

/** For a form of its own. */
export type LetterRequest =
  | { kind: "new"; to?: EmailAddress[]; subject?: string; text?: string; files?: UnsentFile[] }
  /** By a mailto: link. */
  | { kind: "link"; href: string }
  | { kind: "reply" | "replyAll" | "forward"; emailId: Id }
  /** A letter of one's own that begins with the words, files and recipients of another. */
  | { kind: "asNew"; emailId: Id }
  /** One with the whole of another as a file. */
  | { kind: "asFile"; emailId: Id }
  /** An Email of the drafts folder is taken up again. */
  | ({ kind: "draft" } & EmailPlace)
  /** The same message again, to the recipients that did not get it. */
  | { kind: "again"; emailId: Id; to: EmailAddress[] }
  /** An Email that was closed, discarded or refused stands in the popup again, with the reason. */
  | { kind: "unsent"; email: UnsentEmail; error?: unknown };

/** A letter that came goes on as it is: to whom is asked in a dialog of its own. */
export interface RedirectRequest extends EmailPlace {
  kind: "redirect";
  to?: EmailAddress[];
  /** Who redirects; whom the letter came to when not given. */
  identityId?: Id;
}

/** A letter of one's own goes once more: to whom is asked too. */
export interface ResendRequest extends EmailPlace {
  kind: "resend";
  /** Those of the letter when not given. */
  people?: Record<"to" | "cc" | "bcc", EmailAddress[]>;
}

/** Or for one that is being written, and was put aside: by the serial of the request that opened it. */
export type ComposeRequest = LetterRequest | RedirectRequest | ResendRequest | { kind: "minimised"; id: number };

const request = createSignal<ComposeRequest & { serial: number }>({ kind: "new", serial: 0 });

/** Opens the popup. Each call is a request of its own: `serial` tells them apart. */
export function openCompose(next: ComposeRequest = { kind: "new" }): void {
  request.set({ ...next, serial: request.get().serial + 1 });
  setView({ newLetterPopup: true });
}

export function useComposeRequest(): ComposeRequest & { serial: number } {
  return useSignal(request);
}

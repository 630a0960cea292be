/** Says once, while the page stands open, that an Email did not go out, and why. */
import type { OutboxEntry, SendProblem } from "@pismo/jmap";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/outbox.ts";
import { i18n } from "../../i18n/index.ts";
import { type FewNotices, fewNotices } from "../../store/few-notices.ts";
import type { NoticeInput } from "../../store/notices.ts";
import { shortened } from "../../store/shortened.ts";
import { followOutbox, outbox } from "../../store/submissions/outbox.ts";
import { closeOverlays } from "../../ui/history/close-overlays.ts";
import type { AppRouter } from "../router.ts";

addTexts(texts);

/** Entries that existed when the page loaded are not announced; others are announced once. Undefined: not loaded yet. */
let said: { accountId: string; keys: Set<string> } | undefined;

const problemOf = ({ recipients }: OutboxEntry): SendProblem | undefined =>
  recipients.find(({ problem }) => problem !== null)?.problem ?? undefined;

/** Characters of a notice. */
const MAX_PEOPLE = 100;

/** What is said of it: whether some have got it, or may have. */
function noticeOf({ recipients }: OutboxEntry): { key: string; people?: string } {
  const missing = recipients.filter(({ problem }) => problem !== null);
  if (missing.every(({ state }) => state === "unknown")) return { key: "outbox.noticeUnknown" };
  if (recipients.every(({ state }) => state !== "sent")) return { key: "outbox.notice" };
  const people = shortened(missing.map(({ email }) => email).join(", "), MAX_PEOPLE);
  return { key: "outbox.noticeOfSome", people };
}

function show(router: AppRouter): void {
  closeOverlays();
  void router.navigate("/outbox");
}

function tell(router: AppRouter, notices: FewNotices): void {
  const { accountId, entries } = outbox.get();
  if (!entries) return;
  const known = entries.flatMap((entry) => {
    const problem = problemOf(entry);
    return problem ? [{ id: `${entry.id} ${problem}`, entry, problem }] : [];
  });
  if (said?.accountId !== accountId) {
    said = { accountId, keys: new Set(known.map(({ id }) => id)) };
    return;
  }
  for (const { id, entry, problem } of known) {
    if (said.keys.has(id)) continue;
    said.keys.add(id);
    const { key, people } = noticeOf(entry);
    const notice: NoticeInput = {
      key,
      values: {
        subject: entry.subject || i18n.t("outbox.noSubject"),
        problem: i18n.t(`outbox.problem.${problem}`),
        ...(people !== undefined && { people }),
      },
      tone: "error",
      action: { key: "outbox.show", perform: () => show(router) },
    };
    notices.tell(notice, id);
  }
}

/** Not in the navigation, which a phone shows only when it is asked for. */
export function followOutboxNotices(router: AppRouter): void {
  followOutbox();
  const action = { key: "outbox.show", perform: () => show(router) };
  const notices = fewNotices(() => ({ key: "outbox.noticeOfMany", tone: "error", action }));
  outbox.subscribe(() => tell(router, notices));
}

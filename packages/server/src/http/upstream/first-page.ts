/** Bootstrap data of a page whose mail lies with an engine: as ../page/bootstrap-data.ts, asked in the person's name. */
import {
  type EmailRow,
  folderRoles,
  type Id,
  type Invocation,
  type ListBar,
  type Mailbox,
  MAX_RETURNED_ROWS,
  MethodError,
  type MethodName,
  type MethodResult,
  rowProperties,
  type Session,
  SNOOZE,
  type SnoozeCapability,
} from "@pismo/jmap";
import { CredentialRefused, UpstreamAway } from "../../upstream/errors.ts";
import { baseUrl } from "../jmap/session.ts";
import { accountIn, type BootstrapSource, inElement, listIn, ROWS } from "../page/bootstrap-data.ts";
import { askUpstream } from "../../upstream/ask.ts";
import { ownSessionOf } from "./own-session.ts";
import { countReturned } from "../../methods/snooze/snooze-elsewhere.ts";
import type { UpstreamPerson } from "../../upstream/upstream.ts";
import { upstreamMail } from "./own-methods.ts";
import type { UpstreamContext } from "./person.ts";

/** A page waits no longer: it then asks itself. */
const TIMEOUT_MS = 1500;

/** @returns undefined: a view that is no Mailbox, or the engine has none with that role */
function mailboxOf(folder: string, mailboxes: readonly Mailbox[]): Id | undefined {
  if (!Object.hasOwn(folderRoles, folder)) return mailboxes.find(({ id }) => id === folder)?.id;
  if (folder === "important") return undefined;
  return mailboxes.find(({ role }) => role === folderRoles[folder as keyof typeof folderRoles])?.id;
}

/** @returns undefined: the engine answered with an error */
const resultOf = <N extends MethodName>(answers: readonly Invocation[], name: N): MethodResult<N> | undefined =>
  answers.find(([answer]) => answer === name)?.[1];

/** Letters that came back stand above the inbox; asked for where some are away alone. */
async function returnedBars(
  context: UpstreamContext,
  person: UpstreamPerson,
  session: Session,
  there: Id,
  signal: AbortSignal,
): Promise<ListBar[]> {
  const snoozing = session.accounts[there]?.accountCapabilities[SNOOZE] as SnoozeCapability | undefined;
  if (snoozing?.bringsBack !== false) return [];
  const mail = upstreamMail(context, person, there, signal);
  const count = await countReturned({ store: context.store, mail, accountId: person.accountId });
  return count > 0 ? [`returned${Math.min(count, MAX_RETURNED_ROWS) as 1 | 2 | 3}`] : [];
}

export function createUpstreamBootstrap(context: UpstreamContext): BootstrapSource {
  const { upstream } = context;

  const make: BootstrapSource["elementFor"] = async (request, caller) => {
    const shown = listIn(request.url);
    if (!shown) return "";
    const { folder } = shown;
    const person = await context.personOf(request, caller);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const session = await ownSessionOf(context, person, baseUrl(request, context));
    const accountId = accountIn(session, shown);
    if (accountId === undefined) return "";
    const ask = (calls: Invocation[]): Promise<Invocation[]> => askUpstream(upstream, person, calls, signal);
    const mailboxes = resultOf(await ask([["Mailbox/get", { accountId, ids: null }, "c0"]]), "Mailbox/get");
    const inMailbox = mailboxes && mailboxOf(folder, mailboxes.list as Mailbox[]);
    if (!mailboxes || inMailbox === undefined) return "";
    const sort = [{ property: "receivedAt", isAscending: false }];
    const ids = { resultOf: "c1", name: "Email/query", path: "/ids" };
    const answers = await ask([
      ["Email/query", { accountId, filter: { inMailbox }, sort, position: 0, limit: ROWS, calculateTotal: true }, "c1"],
      ["Email/get", { accountId, "#ids": ids, properties: [...rowProperties] }, "c2"],
    ]);
    const query = resultOf(answers, "Email/query");
    const emails = resultOf(answers, "Email/get");
    // Without a total the length of the list is not known.
    if (query?.total === undefined || !emails) return "";
    const { position, ids: found, total, queryState } = query;
    return inElement({
      session,
      accountId,
      mailboxes: mailboxes.list as Mailbox[],
      states: { Mailbox: mailboxes.state, Email: emails.state },
      list: { query: { folder }, position, ids: found, total, queryState },
      rows: emails.list as EmailRow[],
      // What others would tell is kept by servers of ours alone.
      bars: folder === "inbox" ? await returnedBars(context, person, session, accountId, signal) : [],
    });
  };

  return {
    async elementFor(request, caller) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<string>((resolve) => {
        timer = setTimeout(() => resolve(""), TIMEOUT_MS);
      });
      const made = make(request, caller).catch((error: unknown) => {
        // The page asks for a sign-in, or says that the engine is away.
        const isAway =
          error instanceof CredentialRefused || error instanceof UpstreamAway || error instanceof MethodError;
        if (isAway) return "";
        throw error;
      });
      return Promise.race([made, late]).finally(() => clearTimeout(timer));
    },
  };
}

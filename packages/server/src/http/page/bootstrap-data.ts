/**
 * Bootstrap data of a page: the session, the mailboxes and the first Emails of the mailbox in its URL,
 * in the account that it names (docs/decisions/0029-initial-render.md). The same results as the API gives the same caller.
 */
import {
  ALL_ACCOUNTS_ID,
  CONVERSATIONS,
  CORE,
  folderRoles,
  firstAccount,
  type GetResult,
  type Invocation,
  type EmailRow,
  type Id,
  remoteAccountOf,
  type JmapResponse,
  type Mailbox,
  MAIL,
  mailAccounts,
  MAILBOX_ROLES,
  type MailboxRoles,
  BOOTSTRAP_DATA_ID,
  type BootstrapData,
  PREFERENCES,
  type PreferenceValues,
  type QueryResult,
  rowProperties,
  type Session,
  SUBMIT_PENDING,
  type Thread,
} from "@pismo/jmap";
import type { FastifyRequest } from "fastify";
import type { Caller } from "../../auth/authenticate.ts";
import { handleRequest } from "../../methods/dispatch.ts";
import { createCommitCache } from "../../store/db/commit-cache.ts";
import type { HttpContext } from "../context.ts";
import { callerKey, requestContext } from "../jmap/request-context.ts";
import { wholeSessionFor } from "../jmap/session.ts";
import { inboxBars, otherBars } from "./list-bars.ts";

/** More rows than most windows show; the client requests the next ones. */
export const ROWS = 50;
/** About twenty pages. */
const CACHE_BYTES = 2 ** 20;

export interface BootstrapSource {
  /** The script element for the page; empty where the URL is no mailbox. */
  elementFor(request: FastifyRequest, caller: Caller): Promise<string>;
}

export interface ListInUrl {
  /** The mailbox whose list the URL shows, by its path segment. */
  folder: string;
  /** It shows a part of the list, of which the page asks for the rows itself. */
  isFiltered: boolean;
  /** The account that the URL names; undefined: the first one. */
  named: Id | undefined;
}

export function listIn(url: string): ListInUrl | undefined {
  const [path = "", search = ""] = url.split("?");
  if (path === "/") return { folder: "inbox", isFiltered: false, named: undefined };
  const [, folder] = /^\/([\w-]+)$/.exec(path) ?? [];
  const params = new URLSearchParams(search);
  const named = params.get("account") ?? undefined;
  params.delete("account");
  const isFiltered = params.size > 0 && params.toString() !== "letters=all";
  return folder === undefined ? undefined : { folder, isFiltered, named };
}

/** Pages of our client (packages/web/src/app/routes.tsx) that are no Mailbox's list; of another one the folders come later. */
const otherPages =
  /^\/(?:all|important|files|newsletters|outbox|scheduled|snoozed|contacts(?:\/[\w-]+)?|settings\/\w+|email\/[\w-]+)$/;

/** They have the folders beside them, as a part of a list has. */
function besidePage(url: string): ListInUrl | undefined {
  const [path = "", search] = url.split("?");
  if (!otherPages.test(path)) return undefined;
  return { folder: "inbox", isFiltered: true, named: new URLSearchParams(search).get("account") ?? undefined };
}

/** The account whose list the page shows; undefined where there is none of that name. */
export const accountIn = (session: Session, { named }: ListInUrl): Id | undefined =>
  named === undefined ? firstAccount(session) : Object.hasOwn(session.accounts, named) ? named : undefined;

/** Its first rows would be waited for: the page asks for them. */
const isElsewhere = (session: Session, accountId: Id): boolean =>
  (accountId === ALL_ACCOUNTS_ID ? mailAccounts(session) : [accountId]).some((id) => remoteAccountOf(session, id));

/** "important" is a view, not a Mailbox. */
function mailboxOf(folder: string, session: Session, accountId: Id): Id | undefined {
  const roles = session.accounts[accountId]?.accountCapabilities[MAILBOX_ROLES] as MailboxRoles | undefined;
  if (!Object.hasOwn(folderRoles, folder)) return folder;
  return folder === "important" ? undefined : roles?.[folderRoles[folder as keyof typeof folderRoles]];
}

/** Escapes `<`, so that the JSON cannot close its script element. */
export const inElement = (data: BootstrapData): string =>
  `<script type="application/json" id="${BOOTSTRAP_DATA_ID}">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>\n`;

export function createBootstrapSource(context: HttpContext): BootstrapSource {
  const cache = createCommitCache<string>(context.store, CACHE_BYTES);

  async function make(request: FastifyRequest, caller: Caller, shown: ListInUrl) {
    const { folder, isFiltered } = shown;
    const nothing = { value: "", weight: undefined };
    const session = await wholeSessionFor(request, caller, context);
    const accountId = accountIn(session, shown);
    if (accountId === undefined || isElsewhere(session, accountId)) return nothing;
    const inMailbox = mailboxOf(folder, session, accountId);
    if (inMailbox === undefined) return nothing;
    const filter = { inMailbox, ...(folder === "drafts" && { notKeyword: SUBMIT_PENDING }) };
    const ids = { resultOf: "c1", name: "Email/query", path: "/ids" };
    const threadIds = { resultOf: "c2", name: "Email/get", path: "/list/*/threadId" };
    const emailIds = { resultOf: "c3", name: "Thread/get", path: "/list/*/emailIds" };
    const rowsOf = { accountId, properties: [...rowProperties], shortensHeaders: true };
    const preferences = session.accounts[accountId]?.accountCapabilities[PREFERENCES] as PreferenceValues | undefined;
    // Drafts stand alone: each is opened to go on writing it.
    const threads = preferences?.collapseThreads === true && folder !== "drafts";
    const { text, isRepeatable } = await handleRequest(
      {
        using: [CORE, MAIL, CONVERSATIONS],
        methodCalls: [
          ["Mailbox/get", { accountId, ids: null }, "c0"],
          [
            "Email/query",
            {
              accountId,
              filter,
              position: 0,
              limit: isFiltered ? 0 : ROWS,
              calculateTotal: true,
              collapseThreads: threads,
            },
            "c1",
          ],
          ["Email/get", { ...rowsOf, "#ids": ids }, "c2"],
          ...(threads
            ? ([
                ["Thread/get", { accountId, "#ids": threadIds }, "c3"],
                ["Email/get", { ...rowsOf, "#ids": emailIds }, "c4"],
              ] satisfies Invocation[])
            : []),
        ],
      },
      // All calls are short, so that none needs to be aborted.
      requestContext(request, caller, context, session.state, new AbortController().signal),
    );
    const [mailboxes, query, emails, found, others] = (JSON.parse(text) as JmapResponse).methodResponses;
    if (mailboxes?.[0] !== "Mailbox/get" || query?.[0] !== "Email/query" || emails?.[0] !== "Email/get") return nothing;
    const { list, state } = mailboxes[1] as unknown as GetResult<Mailbox>;
    if (!list.some(({ id }) => id === inMailbox)) return nothing;
    const { position, ids: listed, total = 0, queryState } = query[1] as unknown as QueryResult;
    const { list: rows, state: emailState } = emails[1] as unknown as GetResult<EmailRow>;
    // Threads of more Emails than are given at once: the client asks in portions.
    if (threads && (found?.[0] !== "Thread/get" || others?.[0] !== "Email/get")) return nothing;
    const inThreads = found?.[1] as unknown as GetResult<Thread>;
    const { list: members } = (others?.[1] ?? { list: [] }) as unknown as Pick<GetResult<EmailRow>, "list">;
    const value = inElement({
      session,
      accountId,
      mailboxes: list,
      states: { Mailbox: state, Email: emailState, ...(threads && { Thread: inThreads.state }) },
      list: { query: { folder, ...(threads && { threads }) }, position, ids: listed, total, queryState },
      rows: [...new Map([...rows, ...members].map((row) => [row.id, row])).values()],
      ...(threads && { threads: inThreads.list }),
      ...(await context.store.read((reader): Promise<Pick<BootstrapData, "bars" | "deadlineDays">> =>
        (folder === "inbox" ? inboxBars : otherBars)(reader, session, accountId),
      )),
    });
    return { value, weight: isRepeatable ? value.length : undefined };
  }

  return {
    async elementFor(request, caller) {
      const shown = besidePage(request.url) ?? listIn(request.url);
      if (!shown) return "";
      const key = [callerKey(request, caller, context), shown.folder, shown.isFiltered, shown.named].join("\n");
      return cache.get(key, () => make(request, caller, shown));
    },
  };
}

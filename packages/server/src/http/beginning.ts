/**
 * What a page can begin with, put into it as data: the session, the folders and the first letters of the folder in its
 * address (docs/decisions/0029-first-sight.md). The same answers as the API's, to the same caller.
 */
import {
  CORE,
  folderRoles,
  firstAccount,
  type GetResult,
  type EmailRow,
  type Id,
  type JmapResponse,
  type Mailbox,
  MAIL,
  MAILBOX_ROLES,
  type MailboxRoles,
  PAGE_BEGINNING,
  type PageBeginning,
  type QueryResult,
  rowProperties,
  type Session,
} from "@pismo/jmap";
import type { FastifyRequest } from "fastify";
import type { Caller } from "../auth/authenticate.ts";
import { handleRequest } from "../methods/dispatch.ts";
import { createKept } from "../store/kept.ts";
import type { HttpContext } from "./context.ts";
import { callerKey, requestContext } from "./request-context.ts";
import { wholeSessionFor } from "./session.ts";

/** More rows than most windows show; the client asks for those that come next. */
const ROWS = 50;
/** Octets of the beginnings that are kept: some twenty. */
const KEPT_OCTETS = 2 ** 20;

export interface Beginnings {
  /** The element for the page, or nothing where the address is no folder's whole list. */
  elementFor(request: FastifyRequest, caller: Caller): Promise<string>;
}

/** The folder whose whole list the address shows, as addresses name it. */
function folderIn(url: string): string | undefined {
  const [path = "", search = ""] = url.split("?");
  if (path === "/") return "inbox";
  const [, folder] = /^\/([\w-]+)$/.exec(path) ?? [];
  return search === "" || search === "letters=all" ? folder : undefined;
}

/** "important" is no single mailbox. */
function mailboxOf(folder: string, session: Session, accountId: Id): Id | undefined {
  const roles = session.accounts[accountId]?.accountCapabilities[MAILBOX_ROLES] as MailboxRoles | undefined;
  if (!Object.hasOwn(folderRoles, folder)) return folder;
  return folder === "important" ? undefined : roles?.[folderRoles[folder as keyof typeof folderRoles]];
}

/** Nothing in it ends the element that it stands in. */
const inElement = (beginning: PageBeginning): string =>
  `<script type="application/json" id="${PAGE_BEGINNING}">${JSON.stringify(beginning).replaceAll("<", "\\u003c")}</script>\n`;

export function createBeginnings(context: HttpContext): Beginnings {
  const kept = createKept<string>(context.store, KEPT_OCTETS);

  async function make(request: FastifyRequest, caller: Caller, folder: string) {
    const nothing = { value: "", weight: undefined };
    const session = await wholeSessionFor(request, caller, context);
    const accountId = firstAccount(session);
    const inMailbox = accountId === undefined ? undefined : mailboxOf(folder, session, accountId);
    if (accountId === undefined || inMailbox === undefined) return nothing;
    const filter = { inMailbox };
    const sort = [{ property: "receivedAt", isAscending: false }];
    const ids = { resultOf: "c1", name: "Email/query", path: "/ids" };
    const { text, isRepeatable } = await handleRequest(
      {
        using: [CORE, MAIL],
        methodCalls: [
          ["Mailbox/get", { accountId, ids: null }, "c0"],
          ["Email/query", { accountId, filter, sort, position: 0, limit: ROWS, calculateTotal: true }, "c1"],
          ["Email/get", { accountId, "#ids": ids, properties: [...rowProperties] }, "c2"],
        ],
      },
      requestContext(request, caller, context, session.state),
    );
    const [mailboxes, query, emails] = (JSON.parse(text) as JmapResponse).methodResponses;
    if (mailboxes?.[0] !== "Mailbox/get" || query?.[0] !== "Email/query" || emails?.[0] !== "Email/get") return nothing;
    const { list, state } = mailboxes[1] as unknown as GetResult<Mailbox>;
    if (!list.some(({ id }) => id === inMailbox)) return nothing;
    const { position, ids: found, total = 0, queryState } = query[1] as unknown as QueryResult;
    const { list: rows, state: emailState } = emails[1] as unknown as GetResult<EmailRow>;
    const value = inElement({
      session,
      accountId,
      mailboxes: list,
      states: { Mailbox: state, Email: emailState },
      list: { query: { folder }, position, ids: found, total, queryState },
      rows,
    });
    return { value, weight: isRepeatable ? value.length : undefined };
  }

  return {
    async elementFor(request, caller) {
      const folder = folderIn(request.url);
      if (folder === undefined) return "";
      return kept.get(`${callerKey(request, caller, context)}\n${folder}`, () => make(request, caller, folder));
    },
  };
}

/** The session resource: RFC 8620 §2. */
import {
  type Account,
  ADDRESS_BOOK_SERVERS,
  ALL_ACCOUNTS,
  ALL_ACCOUNTS_ID,
  ATTACHMENTS,
  type AttachmentsCapability,
  BLOB,
  CATEGORIES,
  CONTACTS,
  CONVERSATIONS,
  CORE,
  DEADLINES,
  EMAIL_TRANSFERS,
  SNOOZE,
  type SnoozeCapability,
  type Id,
  LABELS,
  LIMITS,
  MAIL,
  MAIL_SERVERS,
  MAILBOX_ROLES,
  MDN,
  MIRROR,
  NEWSLETTERS,
  NOTIFICATIONS,
  OUTBOX,
  type OutboxCapability,
  PREFERENCES,
  SCREENING,
  SPAM_FILTER,
  PROVIDER_SIGN_IN,
  type ProviderSignInAccount,
  type ProviderSignInCapability,
  QUOTA,
  REMOTE_IMAGES,
  RULE_REDIRECTS,
  type RuleRedirectsCapability,
  RULES,
  type RulesCapability,
  SAVED_SEARCHES,
  SHORT_HEADERS,
  SIEVE,
  type SieveImplementation,
  FILE_NAMES,
  FILES,
  type Session,
  SIGN_IN,
  type SignInCapability,
  SUBMISSION,
  UNSUBSCRIBE,
  VACATION_AUDIENCE,
  VACATION_RESPONSE,
  VAPID,
  type VapidCapability,
  WEB_SOCKET,
  type WebSocketCapability,
} from "@pismo/jmap";
import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../auth/authenticate.ts";
import { OAUTH_START_PATH } from "../../auth/oauth.ts";
import {
  blobCapability,
  contactsCapability,
  mailCapability,
  sieveCapability,
  submissionCapability,
} from "../../methods/capabilities.ts";
import { limitsCapability } from "../../methods/limits.ts";
import { getSessionAccount } from "../../store/auth/session-accounts.ts";
import { mailboxRolesOf } from "../../store/mail/mailboxes.ts";
import { listGrants } from "../../store/auth/oauth-grants.ts";
import { defaultPreferences, getPreferences } from "../../store/mail/preferences.ts";
import { labelsCapabilities } from "../../store/labels/labels.ts";
import type { HttpContext } from "../context.ts";
import { membersOf, mergedAccount } from "./all-accounts.ts";
import { REDIRECTS_PATH } from "../auth/redirects.ts";
import { factsOf, setSessionCookie } from "../auth/request-facts.ts";

export const WEB_SOCKET_PATH = "/jmap/ws";

/**
 * The base URL under which the caller reached us: URLs of the session are absolute. The Host header has been checked. A
 * caller that bypassed the proxy keeps bypassing it: a page may call its own origin only.
 */
export function baseUrl({ headers: { host = "" } }: FastifyRequest, { config: { publicUrl } }: HttpContext): string {
  return publicUrl && new URL(publicUrl).host === host.toLowerCase() ? publicUrl : `http://${host}`;
}

async function accountsFor(
  caller: Caller,
  { store, limits, providers, mailServers, addressBookServers, submission }: HttpContext,
): Promise<Record<string, Account>> {
  const { accountIds } = caller;
  const grants =
    providers.length > 0 ? await store.readOnce((reader) => listGrants(reader, accountIds)) : new Map<string, string>();
  const accounts =
    accountIds.length === 1
      ? [await store.readOnce((reader) => getSessionAccount(reader, accountIds[0]!))]
      : // One after the other: at once they would take every connection of the process.
        await store.read(async (reader) => {
          const found = [];
          for (const id of accountIds) found.push(await getSessionAccount(reader, id));
          return found;
        });
  return Object.fromEntries(
    accounts.flatMap((account) => {
      if (!account) return [];
      const { id, email, isMirrored, hasLabelFolders, hasSmtpServer, mayRedirect, serverExtensions } = account;
      const provider = providers.find((each) => each.id === grants.get(id));
      const signsInWith = provider && { provider: { id: provider.id, name: provider.name } };
      const accountCapabilities = {
        [CORE]: {},
        [MAIL]: mailCapability(limits.maxSizeUpload),
        [SUBMISSION]: submissionCapability,
        [BLOB]: blobCapability(limits.maxSizeUpload),
        [QUOTA]: {},
        ...((!isMirrored || hasSmtpServer || submission.hasRelay) && {
          [VACATION_RESPONSE]: {},
          [VACATION_AUDIENCE]: {},
        }),
        [CATEGORIES]: {},
        [CONTACTS]: contactsCapability,
        ...(addressBookServers && { [ADDRESS_BOOK_SERVERS]: {} }),
        [CONVERSATIONS]: {},
        [MDN]: {},
        [DEADLINES]: {},
        [EMAIL_TRANSFERS]: {},
        [SNOOZE]: { mayRemind: true } satisfies SnoozeCapability,
        [NOTIFICATIONS]: {},
        [REMOTE_IMAGES]: {},
        [UNSUBSCRIBE]: {},
        [FILES]: {},
        [NEWSLETTERS]: {},
        [SCREENING]: {},
        [SPAM_FILTER]: {},
        [OUTBOX]: { filesPending: true, redirects: true } satisfies OutboxCapability,
        [PREFERENCES]: {},
        [LABELS]: {},
        [SAVED_SEARCHES]: {},
        ...(!hasLabelFolders && {
          [SIEVE]: sieveCapability(isMirrored, mayRedirect, serverExtensions),
          [RULES]: (serverExtensions ? { serverExtensions } : {}) satisfies RulesCapability,
        }),
        ...(!hasLabelFolders && mayRedirect && caller.sessionId !== undefined && { [RULE_REDIRECTS]: {} }),
        ...(isMirrored && { [MIRROR]: {} }),
        ...(isMirrored && caller.isOwner && mailServers && { [MAIL_SERVERS]: {} }),
        ...(signsInWith && { [PROVIDER_SIGN_IN]: signsInWith satisfies ProviderSignInAccount }),
      };
      return [[id, { name: email, isPersonal: true, isReadOnly: false, accountCapabilities }] as const];
    }),
  );
}

/** For each capability the first account that has it. Core has no methods for a single account (RFC 8620 §2). */
function primaryAccountsOf(accounts: Record<Id, Account>): Record<string, Id> {
  const all = Object.entries(accounts).flatMap(([id, { accountCapabilities }]) =>
    Object.keys(accountCapabilities).map((capability) => [capability, id] as const),
  );
  return Object.fromEntries(all.filter(([capability]) => capability !== CORE).toReversed());
}

export async function sessionFor(request: FastifyRequest, caller: Caller, context: HttpContext): Promise<Session> {
  const { limits, config } = context;
  const attachments: AttachmentsCapability = {
    acceptedExtensions: config.attachmentTypes,
    // On a server of several people its administrator says what goes out.
    ...(context.auth.signIn === undefined && { mayWiden: true }),
  };
  const base = baseUrl(request, context);
  const canSignOut = context.auth.signIn !== undefined && caller.sessionId !== undefined;
  const signInCapability: SignInCapability = {
    signOutUrl: `${base}/auth/sign-out`,
    sessionsUrl: `${base}/auth/sessions`,
  };
  const providerSignIn: ProviderSignInCapability = {
    startUrl: `${base}${OAUTH_START_PATH}`,
    providers: [...context.providers],
  };
  const redirects: RuleRedirectsCapability = {
    url: base + REDIRECTS_PATH,
    needsPassword: context.auth.signIn !== undefined,
  };
  const webSocket: WebSocketCapability = {
    url: base.replace(/^http/, "ws") + WEB_SOCKET_PATH,
    supportsPush: false,
  };
  const accounts = await accountsFor(caller, context);
  const session: Omit<Session, "state"> = {
    capabilities: {
      [CORE]: limits,
      [LIMITS]: limitsCapability,
      [SHORT_HEADERS]: {},
      [FILE_NAMES]: {},
      [FILES]: {},
      [NEWSLETTERS]: {},
      [SCREENING]: {},
      [SPAM_FILTER]: {},
      [MAIL]: {},
      [SUBMISSION]: {},
      [BLOB]: {},
      [QUOTA]: {},
      [VACATION_RESPONSE]: {},
      [VACATION_AUDIENCE]: {},
      [CATEGORIES]: {},
      [CONTACTS]: {},
      ...(context.addressBookServers && { [ADDRESS_BOOK_SERVERS]: {} }),
      [CONVERSATIONS]: {},
      [MDN]: {},
      [DEADLINES]: {},
      [EMAIL_TRANSFERS]: {},
      [SNOOZE]: {},
      [NOTIFICATIONS]: {},
      [ATTACHMENTS]: attachments,
      [REMOTE_IMAGES]: {},
      [UNSUBSCRIBE]: {},
      [MIRROR]: {},
      [OUTBOX]: {},
      [PREFERENCES]: {},
      [LABELS]: {},
      [SAVED_SEARCHES]: {},
      [RULES]: {},
      ...(caller.sessionId !== undefined && { [RULE_REDIRECTS]: redirects }),
      [SIEVE]: { implementation: "Pismo" } satisfies SieveImplementation,
      [MAILBOX_ROLES]: {},
      ...(membersOf(caller) && { [ALL_ACCOUNTS]: {} }),
      [WEB_SOCKET]: webSocket,
      [VAPID]: { applicationServerKey: context.vapid.applicationServerKey } satisfies VapidCapability,
      ...(caller.isOwner && context.mailServers && { [MAIL_SERVERS]: {} }),
      ...(canSignOut && { [SIGN_IN]: signInCapability }),
      ...(context.providers.length > 0 && { [PROVIDER_SIGN_IN]: providerSignIn }),
    },
    accounts,
    primaryAccounts: primaryAccountsOf(accounts),
    username: caller.username,
    apiUrl: `${base}/jmap/api`,
    downloadUrl: `${base}/jmap/download/{accountId}/{blobId}/{name}?type={type}`,
    uploadUrl: `${base}/jmap/upload/{accountId}/`,
    eventSourceUrl: `${base}/jmap/eventsource?types={types}&closeafter={closeafter}&ping={ping}`,
  };
  return { ...session, state: stateOf(JSON.stringify([session, caller.remoteIds])) };
}

/** Recent sessions and their states: every API response names one. */
const states = new Map<string, string>();

function stateOf(session: string): string {
  const known = states.get(session);
  if (known !== undefined) return known;
  if (states.size >= 100) states.clear();
  const state = hash("sha256", session, "base64url").slice(0, 16);
  states.set(session, state);
  return state;
}

/**
 * Our own page may have lost its cookie while it was open, or come from the development server: it gets one here.
 * Sec-Fetch-Site cannot be set by scripts, so no other site can request this.
 */
export async function callerWithSession(
  request: FastifyRequest,
  reply: FastifyReply,
  context: HttpContext,
): Promise<Caller> {
  const facts = factsOf(request);
  if (facts.authorization !== undefined || facts.fetchSite !== "same-origin") return context.callerOf(request);
  const issued = await context.auth.openBrowserSession(facts);
  if (issued) setSessionCookie(reply, issued, context.config);
  return context.auth.authenticate(issued ? { ...facts, sessionSecret: issued.secret } : facts);
}

/** The complete session. Other responses name its state alone, and need not compute these members. */
export async function wholeSessionFor(request: FastifyRequest, caller: Caller, context: HttpContext): Promise<Session> {
  const session = await sessionFor(request, caller, context);
  const [roles, preferences, labels] = await context.store.read(async (reader) => [
    await ofEach(session, (id) => mailboxRolesOf(reader, id)),
    await ofEach(session, (id) => getPreferences(reader, id)),
    await labelsCapabilities(reader, Object.keys(session.accounts)),
  ]);
  const remote = await context.remoteAccounts(caller.remoteIds, baseUrl(request, context));
  const accounts = Object.entries(session.accounts).map(([id, account]) => {
    const accountCapabilities = {
      ...account.accountCapabilities,
      [MAILBOX_ROLES]: roles.get(id) ?? {},
      [PREFERENCES]: preferences.get(id) ?? defaultPreferences,
      [LABELS]: labels.get(id),
    };
    return [id, { ...account, accountCapabilities }] as const;
  });
  const all = { ...Object.fromEntries(accounts), ...remote };
  const merged = mergedAccount(caller, all, context.limits.maxSizeUpload)[ALL_ACCOUNTS_ID];
  if (!merged) return { ...session, accounts: all };
  const values = preferences.get(caller.accountIds[0]!) ?? defaultPreferences;
  const accountCapabilities = { ...merged.accountCapabilities, [PREFERENCES]: values };
  return { ...session, accounts: { ...all, [ALL_ACCOUNTS_ID]: { ...merged, accountCapabilities } } };
}

async function ofEach<T>({ accounts }: Session, read: (accountId: Id) => Promise<T>): Promise<ReadonlyMap<Id, T>> {
  const found = new Map<Id, T>();
  for (const id of Object.keys(accounts)) found.set(id, await read(id));
  return found;
}

export function sessionRoutes(app: FastifyInstance, context: HttpContext): void {
  for (const path of ["/.well-known/jmap", "/jmap/session"]) {
    app.get(path, async (request, reply) => {
      const caller = await callerWithSession(request, reply, context);
      const session = await wholeSessionFor(request, caller, context);
      return reply.header("cache-control", "no-cache, no-store, must-revalidate").send(session);
    });
  }
}

/** The engine's session as a page of ours gets it: with our URLs, and with what we add and take away. */
import {
  type Account,
  ATTACHMENTS,
  type AttachmentsCapability,
  CORE,
  type CoreCapability,
  firstAccount,
  type Id,
  type LabelFace,
  LABELS,
  type LabelsCapability,
  MAIL,
  MIRROR,
  OUTBOX,
  type OutboxCapability,
  type OwnApiCapability,
  PREFERENCES,
  type PreferenceValues,
  MAIL_SERVERS,
  PROVIDER_SIGN_IN,
  REMOTE_ACCOUNT,
  REMOTE_IMAGES,
  type RemoteAccountCapability,
  type Session,
  SIGN_IN,
  type SignInCapability,
  SNOOZE,
  type SnoozeCapability,
  SUBMISSION,
  type SubmissionCapability,
  UNSUBSCRIBE,
  WEB_SOCKET,
  type WebSocketCapability,
  RULE_REDIRECTS,
  SAVED_SEARCHES,
} from "@pismo/jmap";
import { MAX_DELAYED_SEND } from "../../methods/capabilities.ts";
import { WEB_SOCKET_PATH } from "../jmap/session.ts";
import { offers, type UpstreamSession } from "../../upstream/session-resource.ts";
import type { HeldPeople } from "../../upstream/held/held-people.ts";
import type { UpstreamPerson } from "../../upstream/upstream.ts";
import type { Reader } from "../../store/db/store.ts";
import { listLabels } from "../../store/labels/labels.ts";
import { getPreferences } from "../../store/mail/preferences.ts";
import type { HttpConfig } from "../context.ts";
import { holdsFor } from "./held/held-methods.ts";
import type { UpstreamContext } from "./person.ts";

/** Of another Pismo: they lead to pages, images and accounts of that server, or act in its name. */
const withheld = new Set([
  SIGN_IN,
  PROVIDER_SIGN_IN,
  MAIL_SERVERS,
  REMOTE_ACCOUNT,
  REMOTE_IMAGES,
  RULE_REDIRECTS,
  UNSUBSCRIBE,
  ATTACHMENTS,
  WEB_SOCKET,
]);

const kept = (capabilities: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(capabilities).filter(([name]) => !withheld.has(name)));

/** A limit that the engine leaves out is ours. */
const least = (theirs: unknown, ours: number): number => (typeof theirs === "number" ? Math.min(theirs, ours) : ours);

/** RFC 8620 §2: what the engine says, within what we pass through. */
export function ownLimits({ session }: UpstreamSession, ours: CoreCapability): CoreCapability {
  const theirs = session.capabilities[CORE] as Partial<CoreCapability>;
  return {
    ...ours,
    ...theirs,
    maxSizeUpload: least(theirs.maxSizeUpload, ours.maxSizeUpload),
    maxSizeRequest: least(theirs.maxSizeRequest, ours.maxSizeRequest),
  };
}

/** We hold: the server itself may say that it can, and have no program that sends when the time has come. */
const holding = (sending: unknown, { signIn }: HeldPeople): Record<string, unknown> => ({
  [SUBMISSION]: { ...(sending as SubmissionCapability), maxDelayedSend: MAX_DELAYED_SEND },
  [OUTBOX]: { filesPending: true, ...(signIn && { whileSignedIn: true }) } satisfies OutboxCapability,
});

const snoozing = (mayRemind: boolean): SnoozeCapability => ({ bringsBack: false, ...(mayRemind && { mayRemind }) });

export interface OwnParts {
  limits: CoreCapability;
  config: HttpConfig;
  /** The person's, for servers that keep none. */
  preferences: PreferenceValues;
  labels: LabelFace[];
  /** UpstreamContext */
  held: HeldPeople;
  reminds: boolean;
}

/**
 * @param base under which the browser reaches us, such as "https://mail.example.org"
 * @param root of our routes for the person, such as "/jmap"
 */
function ownSession(
  upstream: UpstreamSession,
  base: string,
  root: string,
  { limits, config, preferences, labels, held, reminds }: OwnParts,
): Session {
  const { session, offered } = upstream;
  const signIn: SignInCapability = { signOutUrl: `${base}/auth/sign-out`, sessionsUrl: `${base}/auth/sessions` };
  const attachments: AttachmentsCapability = { acceptedExtensions: config.attachmentTypes };
  const webSocket: WebSocketCapability = {
    url: base.replace(/^http/, "ws") + WEB_SOCKET_PATH,
    supportsPush: (session.capabilities[WEB_SOCKET] as WebSocketCapability | undefined)?.supportsPush ?? false,
  };
  const ownApi: OwnApiCapability = { apiUrl: `${base}${root}/own` };
  const ownPreferences = !offers(session, PREFERENCES);
  const ownSnooze = !offers(session, SNOOZE);
  const firstId = firstAccount(session);
  const ownLabels = !offers(session, LABELS);
  const ownSearches = !offers(session, SAVED_SEARCHES);
  const ownOutbox = holdsFor(session) ? firstId : undefined;
  const mayRemind = reminds && holdsFor(session);
  const labelsAndSearches = {
    // A letter has a label by its keyword, which any server keeps (RFC 8621 §4.1.1).
    ...(ownLabels && { [LABELS]: { labels, isOnServer: true } satisfies LabelsCapability }),
    ...(ownSearches && { [SAVED_SEARCHES]: {} }),
  };
  const accounts = Object.entries(session.accounts).map(([id, account]): [string, Account] => {
    const capabilities = kept(account.accountCapabilities);
    const hasMail = capabilities[MAIL] !== undefined;
    const sending = capabilities[SUBMISSION];
    const accountCapabilities = {
      ...capabilities,
      ...(ownPreferences && hasMail && { [PREFERENCES]: preferences }),
      ...(ownSnooze && hasMail && !account.isReadOnly && { [SNOOZE]: snoozing(mayRemind && sending !== undefined) }),
      ...(id === firstId && !account.isReadOnly && labelsAndSearches),
      ...(id === ownOutbox && sending !== undefined && holding(sending, held)),
    };
    return [id, { ...account, accountCapabilities }];
  });
  const primaryAccounts = Object.entries(session.primaryAccounts).filter(([name]) => !withheld.has(name));
  return {
    capabilities: {
      ...kept(session.capabilities),
      [CORE]: ownLimits(upstream, limits),
      [ATTACHMENTS]: attachments,
      [SIGN_IN]: signIn,
      [REMOTE_IMAGES]: ownApi,
      [UNSUBSCRIBE]: ownApi,
      ...(ownPreferences && { [PREFERENCES]: ownApi }),
      ...(ownSnooze && { [SNOOZE]: ownApi }),
      ...(ownLabels && { [LABELS]: ownApi }),
      ...(ownSearches && { [SAVED_SEARCHES]: ownApi }),
      ...(ownOutbox !== undefined && { [OUTBOX]: ownApi }),
      ...(offered.has("webSocketUrl") && { [WEB_SOCKET]: webSocket }),
    },
    accounts: Object.fromEntries(accounts),
    primaryAccounts: Object.fromEntries(primaryAccounts),
    username: session.username,
    apiUrl: `${base}${root}/api`,
    downloadUrl: `${base}${root}/download/{accountId}/{blobId}/{name}?type={type}`,
    uploadUrl: `${base}${root}/upload/{accountId}/`,
    eventSourceUrl: `${base}${root}/eventsource?types={types}&closeafter={closeafter}&ping={ping}`,
    state: session.state,
  };
}

/** What is kept here for servers that keep none. */
export const keptHere = async (reader: Reader, accountId: Id): Promise<Pick<OwnParts, "preferences" | "labels">> => ({
  preferences: await getPreferences(reader, accountId),
  labels: await listLabels(reader, accountId),
});

/** The session of a person. @throws what the engine's session throws */
export async function ownSessionOf(
  { upstream, store, limits, config, rootFor, held, reminds = false }: UpstreamContext,
  person: UpstreamPerson,
  base: string,
  isFresh = false,
): Promise<Session> {
  const session = await upstream.session(person, isFresh);
  const settings = await store.read((reader) => keptHere(reader, person.accountId));
  return ownSession(session, base, rootFor(person), { limits, config, ...settings, held, reminds });
}

/** What our own session says of an account at a server of its own, from what that said last: it may be away. */
export function remoteAccount(
  upstream: UpstreamSession,
  base: string,
  root: string,
  parts: OwnParts,
): (RemoteAccountCapability & Pick<Account, "isReadOnly">) | undefined {
  const session = ownSession(upstream, base, root, parts);
  const accountId = firstAccount(session);
  const account = accountId === undefined ? undefined : session.accounts[accountId];
  if (accountId === undefined || !account) return undefined;
  const { [SIGN_IN]: _signIn, [WEB_SOCKET]: _webSocket, ...capabilities } = session.capabilities;
  // The state of a mirror over there is followed by its own pages.
  const { [MIRROR]: _mirror, ...accountCapabilities } = account.accountCapabilities;
  const ofAccount = (template: string): string => template.replace("{accountId}", encodeURIComponent(accountId));
  return {
    accountId,
    isReadOnly: account.isReadOnly,
    accountCapabilities,
    capabilities: { ...capabilities, [CORE]: session.capabilities[CORE] },
    apiUrl: session.apiUrl,
    uploadUrl: ofAccount(session.uploadUrl),
    downloadUrl: ofAccount(session.downloadUrl),
    eventSourceUrl: session.eventSourceUrl,
  };
}

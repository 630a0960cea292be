/** The bytes of messages, from and to another JMAP server. All of a message is in memory while it goes over. */
import type { IncomingMessage } from "node:http";
import { CORE, type CoreCapability, type Id, SetFailure } from "@pismo/jmap";
import type { JmapAccount } from "../../store/auth/jmap-accounts.ts";
import { CredentialRefused, NotOffered, UpstreamAway } from "../../upstream/errors.ts";
import type { UpstreamCalls } from "../../upstream/upstream.ts";

export interface ForeignPlace {
  remote: UpstreamCalls;
  person: JmapAccount;
  /** The account, as its server names it. */
  id: Id;
  signal: AbortSignal;
}

/** Octets. */
const MAX_MESSAGE = 100_000_000;
const ANSWER_MS = 60_000;
/** Slower lines are given up. */
const OCTETS_PER_MS = 20;

/** @param octets that go over */
export const limited = (signal: AbortSignal, octets = 0): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS + Math.ceil(octets / OCTETS_PER_MS))]);

/** @throws SetFailure notFound, tooLarge; UpstreamAway, CredentialRefused, NotOffered */
export async function download(
  { remote, person, id, signal }: ForeignPlace,
  { blobId, size }: { blobId: Id; size: number },
): Promise<Buffer> {
  if (size > MAX_MESSAGE) throw new SetFailure({ type: "tooLarge" });
  const response = await remote.call(person, "downloadUrl", {
    method: "GET",
    variables: { accountId: id, blobId, name: "message", type: "application/octet-stream" },
    headers: { "accept-encoding": "identity" },
    signal: limited(signal, size),
  });
  const bytes = await bodyOf(response);
  if (response.statusCode !== 200) throw refusalOf(response, "download");
  // What ends with its connection may have ended early, and its original is to go.
  if (bytes.length !== size && !saysItsLength(response)) throw new UpstreamAway("the message broke off");
  return bytes;
}

const saysItsLength = ({ headers }: IncomingMessage): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] === "chunked";

/** @returns its blobId @throws SetFailure tooLarge; UpstreamAway, CredentialRefused, NotOffered */
export async function upload({ remote, person, id, signal }: ForeignPlace, bytes: Uint8Array): Promise<Id> {
  // A server may refuse by closing the connection, as one that is away does.
  const { session } = await remote.session(person);
  const { maxSizeUpload } = session.capabilities[CORE] as Partial<CoreCapability>;
  if (bytes.length > (maxSizeUpload ?? MAX_MESSAGE)) throw new SetFailure({ type: "tooLarge" });
  const response = await remote
    .call(person, "uploadUrl", {
      method: "POST",
      variables: { accountId: id },
      headers: {
        "content-type": "message/rfc822",
        "content-length": String(bytes.length),
        accept: "application/json",
        "accept-encoding": "identity",
      },
      body: bytes,
      signal: limited(signal, bytes.length),
    })
    .catch((error: unknown) => {
      throw ofServer(error);
    });
  const text = (await bodyOf(response)).toString("utf8");
  if (response.statusCode !== 200 && response.statusCode !== 201) throw refusalOf(response, "upload");
  return blobIdOf(text);
}

const isOfServer = (error: unknown): boolean =>
  error instanceof UpstreamAway || error instanceof CredentialRefused || error instanceof NotOffered;

const ofServer = (error: unknown): unknown =>
  isOfServer(error) ? error : new UpstreamAway("the request broke off", { cause: error });

/** @throws UpstreamAway */
function blobIdOf(text: string): Id {
  try {
    const { blobId } = JSON.parse(text) as { blobId?: unknown };
    if (typeof blobId === "string") return blobId;
  } catch {
    // As one without a blobId.
  }
  throw new UpstreamAway("the answer to the upload has no blobId");
}

/** @throws UpstreamAway too long, broken off */
async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_MESSAGE) throw new UpstreamAway("the answer is too long");
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof UpstreamAway ? error : new UpstreamAway("the answer broke off", { cause: error });
  }
  return Buffer.concat(chunks);
}

function refusalOf({ statusCode = 0 }: IncomingMessage, what: string): Error {
  if (statusCode === 404) return new SetFailure({ type: "notFound" });
  if (statusCode === 413) return new SetFailure({ type: "tooLarge" });
  return new UpstreamAway(`${what}: status ${statusCode}`);
}

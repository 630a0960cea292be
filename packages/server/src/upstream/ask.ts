/** Requests of ours in a person's name, whose answers we read. */
import type { IncomingMessage } from "node:http";
import { CORE, type Invocation, type JmapResponse, MAIL } from "@pismo/jmap";
import { UpstreamAway } from "./errors.ts";
import type { UpstreamCalls, UpstreamPerson } from "./upstream.ts";

const MAX_BYTES = 8_000_000;

/** @throws UpstreamAway it is not JSON, too long, or broke off */
async function jsonOf(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new UpstreamAway("the answer is too long");
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof UpstreamAway ? error : new UpstreamAway("the answer broke off", { cause: error });
  }
  if (response.statusCode !== 200) throw new UpstreamAway(`API: status ${response.statusCode}`);
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new UpstreamAway("the answer is not JSON");
  }
}

/** @throws CredentialRefused, UpstreamAway */
export async function askUpstream(
  upstream: UpstreamCalls,
  person: UpstreamPerson,
  methodCalls: Invocation[],
  signal: AbortSignal,
  using: readonly string[] = [CORE, MAIL],
): Promise<Invocation[]> {
  const response = await upstream.call(person, "apiUrl", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", "accept-encoding": "identity" },
    body: JSON.stringify({ using, methodCalls }),
    signal,
  });
  const { methodResponses } = (await jsonOf(response)) as Partial<JmapResponse>;
  if (!Array.isArray(methodResponses)) throw new UpstreamAway("the answer is no JMAP response");
  return methodResponses;
}

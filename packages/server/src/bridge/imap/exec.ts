/** Commands that ImapFlow has not, or whose answers it reads too slowly: they wait in its queue with its own. */
import type { ImapFlow } from "imapflow";

/** What ImapFlow 2.1 has and its types leave out. */
interface Internals {
  preCheck: (() => Promise<void>) | false;
  exec(command: string, attributes: unknown[], options?: ExecOptions): Promise<{ next(): void }>;
}

interface ExecOptions {
  untagged: Record<string, () => Promise<void>>;
}

/** Resolves when the server has said OK. @throws as ImapFlow does */
export async function exec(
  client: ImapFlow,
  command: string,
  attributes: unknown[],
  options?: ExecOptions,
): Promise<void> {
  const flow = client as unknown as Internals;
  // For its own commands ImapFlow ends an IDLE; others would wait until it is renewed, minutes later.
  if (flow.preCheck) await flow.preCheck();
  const response = await flow.exec(command, attributes, options);
  response.next();
}

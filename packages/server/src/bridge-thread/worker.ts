/** The bridge's thread: every account's mirror, with its own store connection and parsers. */
import { parentPort, workerData } from "node:worker_threads";
import { Offline, SignInNeeded } from "../bridge/imap/connection/errors.ts";
import { startMirrors } from "../bridge/imap/sync/mirrors.ts";
import type { AccessTokens } from "../bridge/oauth/access-tokens.ts";
import { hydrateOthersOnDemand } from "../bridge/imap/bodies/hydrate-on-demand.ts";
import { createIngest, type Ingest } from "../ingest/ingest.ts";
import { createLogger } from "../log.ts";
import { Ownership } from "../store/cluster/ownership.ts";
import { openStore, type Store } from "../store/db/store.ts";
import { openStoreVault } from "../store/auth/open-vault.ts";
import { createMimePool } from "../worker/pool.ts";
import { PendingRequests } from "./pending-requests.ts";
import type { Command, Report, ThreadData } from "./messages.ts";

const { place, logLevel, logFormat, connections, members } = workerData as ThreadData;
const log = createLogger(logLevel, process.stderr, logFormat);
const post = (report: Report): void => parentPort?.postMessage(report, []);

const store = await openStore(place, log);
store.failures.onFailure((part, reason) => post({ kind: "failed", part, reason }));
const mime = createMimePool(1);
mime.warmUp();
// connection.ts loads it on demand; this thread always needs it.
await import("imapflow");
const tokens = new PendingRequests<string>();

const accessTokens: Pick<AccessTokens, "of"> = {
  of: (accountId) => (refused) =>
    tokens.send((requestId) => {
      post({ kind: "requestToken", requestId, accountId, refused });
    }),
};

const ownership = new Ownership(store, members);
const ingestInto = (own: Store): Ingest => createIngest({ store: own, mime });
const parts = { store, vault: await openStoreVault(place, store), log, tokens: accessTokens };
const mirrors = startMirrors({ ...parts, ownership, ingestInto, connections });
const stopHydrating = hydrateOthersOnDemand({ ...parts, ingest: ingestInto(store) });
// From here on an error with one account's server must not end all mirrors.
for (const event of ["uncaughtException", "unhandledRejection"]) {
  process.on(event, (error: unknown) => log.error("An error was not caught", { error }));
}
const stopListening = store.onCommit(() => post({ kind: "committed" }));

async function hydrate({ requestId, accountId, emailId }: Command & { kind: "hydrate" }): Promise<void> {
  try {
    await store.hydrateEmail(emailId, accountId);
    post({ kind: "hydrated", requestId });
  } catch (error) {
    post({ kind: "hydrated", requestId, problem: error instanceof Error ? error.message : String(error) });
  }
}

async function end(): Promise<void> {
  stopListening();
  tokens.rejectAll(new Offline("the server ends"));
  await Promise.all([mirrors.close(), stopHydrating()]);
  await mime.close();
  await store.close();
  parentPort?.close();
}

function onCommand(command: Command): void {
  switch (command.kind) {
    case "committed":
      return store.checkForCommits();
    case "members":
      return ownership.set(command.members);
    case "hydrate":
      return void hydrate(command);
    case "token":
      return tokens.resolve(command.requestId, command.token);
    case "tokenFailed":
      return tokens.reject(command.requestId, new (command.isRefused ? SignInNeeded : Offline)(command.reason));
    case "release":
      return void mirrors.close();
    case "end":
      return void end();
  }
}

parentPort?.on("message", onCommand);

/** Runs in a thread of its own: every account's mirror, with a store connection and parsers of its own. */
import { parentPort, workerData } from "node:worker_threads";
import { Offline, SignInNeeded } from "../bridge/imap/errors.ts";
import { startMirrors } from "../bridge/imap/mirrors.ts";
import type { AccessTokens } from "../bridge/oauth/access-tokens.ts";
import { createIngest } from "../ingest/ingest.ts";
import { createLogger } from "../log.ts";
import { openStore } from "../store/store.ts";
import { openVault } from "../store/vault.ts";
import { createMimePool } from "../worker/pool.ts";
import { Asks } from "./asks.ts";
import type { Order, Report, ThreadData } from "./messages.ts";

const { dataDir, logLevel, connections } = workerData as ThreadData;
const log = createLogger(logLevel);
const say = (report: Report): void => parentPort?.postMessage(report, []);

const store = await openStore({ dataDir }, log);
const mime = createMimePool(1);
mime.warmUp();
// Elsewhere it is loaded when it is wanted (session.ts): here it is.
await import("imapflow");
const tokens = new Asks<string>();

const accessTokens: Pick<AccessTokens, "of"> = {
  of: (accountId) => (refused) =>
    tokens.ask((ask) => {
      say({ kind: "wantToken", ask, accountId, refused });
    }),
};

const mirrors = startMirrors({
  store,
  ingest: createIngest({ store, mime }),
  vault: await openVault(dataDir),
  log,
  tokens: accessTokens,
  connections,
});
// From here on a mistake with one account's server must not end everybody's mirror.
for (const event of ["uncaughtException", "unhandledRejection"]) {
  process.on(event, (error: unknown) => log.error("a mistake was not caught", { error }));
}
const stopListening = store.onCommit(() => say({ kind: "committed" }));

async function bring({ ask, accountId, emailId }: Order & { kind: "bring" }): Promise<void> {
  try {
    await store.bringLetter(emailId, accountId);
    say({ kind: "brought", ask });
  } catch (error) {
    say({ kind: "brought", ask, problem: error instanceof Error ? error.message : String(error) });
  }
}

async function end(): Promise<void> {
  stopListening();
  tokens.refuseAll(new Offline("the server ends"));
  await mirrors.close();
  await mime.close();
  await store.close();
  parentPort?.close();
}

function obey(order: Order): void {
  switch (order.kind) {
    case "committed":
      return store.lookForCommits();
    case "bring":
      return void bring(order);
    case "token":
      return tokens.answer(order.ask, order.token);
    case "noToken":
      return tokens.refuse(order.ask, new (order.isRefused ? SignInNeeded : Offline)(order.reason));
    case "end":
      return void end();
  }
}

parentPort?.on("message", obey);

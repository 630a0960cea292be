/** The mirrors of mail servers, and letters by SMTP. */
import { type BridgeThread, startBridgeThread } from "../../bridge-thread/start.ts";
import type { AccessTokens } from "../../bridge/oauth/access-tokens.ts";
import { startSmtpReceiver } from "../../bridge/smtp/receive/receive.ts";
import { storePlace } from "../store-place.ts";
import { portProblem } from "./addresses.ts";
import type { Core, Opened } from "./core.ts";

/** The mirrors of mail servers; without that role, what opens letters that are still there. */
export function startBridge(
  { config, log, store, membership, checkPassword }: Core,
  tokens: AccessTokens,
): BridgeThread {
  const { logLevel, logFormat, imapConnections: connections } = config;
  const isExpected = checkPassword !== undefined;
  const place = storePlace(config);
  return startBridgeThread({ store, membership, tokens, log, place, logLevel, logFormat, connections, isExpected });
}

export async function startReceiver({ config, log, store, ingest }: Core, opened: Opened): Promise<void> {
  const { smtpPort } = config;
  // In hosted mode the mail server receives mail, so no receiver is started.
  if (smtpPort === undefined || config.mode === "hosted" || !config.roles.includes("smtp")) return;
  const receiver = await startSmtpReceiver({ config: { ...config, smtpPort }, store, ingest, log }).catch((error) => {
    throw portProblem("PISMO_SMTP_PORT", smtpPort, error);
  });
  opened.push(() => receiver.close());
}

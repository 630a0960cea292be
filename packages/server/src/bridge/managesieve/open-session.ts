/** Connects with a ManageSieve server and signs in: RFC 5804 §1.5, §2.1, §2.2. */
import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectTls, type ConnectionOptions } from "node:tls";
import { once } from "node:events";
import type { ServerSecurity } from "@pismo/jmap";
import { Busy, isTemporarySignInRefusal, Offline, SignInNeeded } from "../imap/connection/errors.ts";
import { Input } from "./input.ts";
import { CONNECT_MS, MAX_CHALLENGES, SESSION_MS } from "./limits.ts";
import { endingOf, type Ending, readResponse, readTokens, textOf } from "./response.ts";
import { exchangeFor, type Login } from "./sasl.ts";
import { type Capabilities, capabilitiesOf, ManageSieveSession, sieveString } from "./session.ts";

export interface SieveEndpoint {
  host: string;
  port: number;
  /** Of the account's IMAP server: without TLS only where that has none. */
  security: ServerSecurity;
}

export interface SessionOptions {
  signal?: AbortSignal;
  /** For tests: certificates to trust instead of the usual ones. */
  tls?: Pick<ConnectionOptions, "ca" | "servername"> | undefined;
}

/** A connection before the sign-in. */
interface Connected {
  socket: Socket;
  input: Input;
  capabilities: Capabilities;
}

/** @throws SignInNeeded, Offline, Busy, or the error of the network */
export async function openSieveSession(
  endpoint: SieveEndpoint,
  login: Login,
  options: SessionOptions = {},
): Promise<ManageSieveSession> {
  const raw = await reach(endpoint, options.signal);
  let current: Socket = raw;
  const give = (): void => {
    current.destroy(new Offline("the server takes too long"));
  };
  // Of the clock of the process, so that a server that drips ends, too.
  const timer = setTimeout(give, SESSION_MS);
  options.signal?.addEventListener("abort", give);
  const end = (): void => {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", give);
  };
  try {
    const plain = await greeted(raw);
    const connected = endpoint.security === "plain" ? plain : await encrypted(plain, endpoint, options);
    current = connected.socket;
    const capabilities = await signedIn(connected, login, endpoint.security !== "plain");
    return new ManageSieveSession(connected.socket, connected.input, capabilities, end);
  } catch (error) {
    end();
    current.destroy();
    raw.destroy();
    throw error;
  }
}

async function reach({ host, port }: SieveEndpoint, signal: AbortSignal | undefined): Promise<Socket> {
  const limit = AbortSignal.timeout(CONNECT_MS);
  const socket = connectPlain({ host, port });
  try {
    await once(socket, "connect", { signal: signal ? AbortSignal.any([signal, limit]) : limit });
    return socket;
  } catch (error) {
    socket.destroy();
    if (!limit.aborted) throw error;
    throw Object.assign(new Offline(`no answer from ${host}:${port}`), { code: "ETIMEDOUT" });
  }
}

async function greeted(socket: Socket): Promise<Connected> {
  const input = new Input(socket);
  const { lines, ending } = await readResponse(input);
  if (ending.status !== "OK") throw new Offline(ending.text || "the server does not greet");
  return { socket, input, capabilities: capabilitiesOf(lines) };
}

const noTls = (): Offline => Object.assign(new Offline("the server offers no TLS"), { code: "ENOTLS" });

async function encrypted(
  { socket, input, capabilities }: Connected,
  { host }: SieveEndpoint,
  { tls }: SessionOptions,
): Promise<Connected> {
  if (!capabilities.hasStartTls) throw noTls();
  socket.write("STARTTLS\r\n");
  const { ending } = await readResponse(input);
  if (ending.status !== "OK") throw new Offline(ending.text || "the server refuses TLS");
  // What came in plain must not be taken for an answer under TLS.
  if (!input.isEmpty) throw new Offline("the server sends before TLS begins");
  input.leave();
  const secure = connectTls({ socket, ...(isIP(host) === 0 && { servername: host }), host, ...tls });
  // A failure of the connection below it would otherwise be no one's.
  socket.on("error", (error) => secure.destroy(error));
  await once(secure, "secureConnect");
  // RFC 5804 §2.2: the server tells its capabilities again.
  return greeted(secure);
}

const decode = (text: string): string => Buffer.from(text, "base64").toString("utf8");
const encode = (text: string): string => Buffer.from(text).toString("base64");

async function signedIn({ socket, input, capabilities }: Connected, login: Login, isEncrypted: boolean) {
  const exchange = exchangeFor(login, capabilities.mechanisms, isEncrypted);
  socket.write(`AUTHENTICATE ${sieveString(exchange.mechanism)} ${sieveString(encode(exchange.first))}\r\n`);
  for (let challenges = 0; ; challenges++) {
    input.begin();
    const tokens = await readTokens(input);
    const ending = endingOf(tokens);
    if (ending) {
      assertAccepted(ending);
      if (!exchange.accepts(ending.code === "SASL" ? decode(ending.argument ?? "") : undefined))
        throw new SignInNeeded("the server does not know the password");
      return signedInCapabilities({ socket, input, capabilities });
    }
    if (challenges >= MAX_CHALLENGES) throw new Offline("the server asks without end");
    socket.write(`${sieveString(encode(await exchange.answer(decode(textOf(tokens[0])))))}\r\n`);
  }
}

/** @throws SignInNeeded, Busy */
function assertAccepted({ status, code, text }: Ending): void {
  if (status === "OK") return;
  if (code === "TRYLATER" || status === "BYE" || isTemporarySignInRefusal(code, text))
    throw new Busy(text || "the server asks to try later");
  throw new SignInNeeded(text || "the server does not accept name and password");
}

/** A server may offer more to those that have signed in. */
async function signedInCapabilities({ socket, input, capabilities }: Connected): Promise<Capabilities> {
  socket.write("CAPABILITY\r\n");
  const { lines, ending } = await readResponse(input);
  return ending.status === "OK" ? capabilitiesOf(lines) : capabilities;
}

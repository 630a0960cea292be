/** What a hostile ManageSieve server sends is bounded, and never gets the password. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Offline, SignInNeeded } from "../../src/bridge/imap/connection/errors.ts";
import { openSieveSession } from "../../src/bridge/managesieve/open-session.ts";
import { TooMuch } from "../../src/bridge/managesieve/refusal.ts";

const servers: (() => void)[] = [];
afterEach(() => servers.splice(0).forEach((close) => close()));

const greeting =
  '"IMPLEMENTATION" "hostile"\r\n"SASL" "PLAIN SCRAM-SHA-256"\r\n"SIEVE" "fileinto"\r\n"STARTTLS"\r\nOK\r\n';

/** @param answer to each line that comes; the first call is for the greeting, with "" */
async function startHostile(answer: (line: string, socket: Socket) => void) {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      for (const line of chunk.toString().split("\r\n").filter(Boolean)) {
        received.push(line);
        answer(line, socket);
      }
    });
    answer("", socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  servers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, received };
}

const open = (port: number, security: "plain" | "starttls" = "plain", signal?: AbortSignal) =>
  openSieveSession(
    { host: "127.0.0.1", port, security },
    { username: "ann", password: "the secret" },
    signal ? { signal } : {},
  );

/** Writes as long as the client takes it. */
function flood(socket: Socket, piece: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
    if (!socket.destroyed) socket.once("drain", more);
  };
  more();
}

test.each([
  ["a line without an end", (socket: Socket) => flood(socket, "x".repeat(10_000))],
  ["lines without an end", (socket: Socket) => flood(socket, '"a" "b"\r\n'.repeat(100))],
  ["a string of a gigabyte", (socket: Socket) => socket.write('"SIEVE" {999999999}\r\n')],
  ["a line of brackets", (socket: Socket) => socket.write(`${"(".repeat(10_000)}\r\n`)],
  ["words that are none of the protocol", (socket: Socket) => socket.write('"never closed\r\n')],
])("%s ends the connection", async (_, say) => {
  const { port, received } = await startHostile((line, socket) => {
    if (line === "") say(socket);
  });
  await expect(open(port)).rejects.toBeInstanceOf(Offline);
  expect(received).toEqual([]);
});

test("a server that offers no TLS gets no password", async () => {
  const { port, received } = await startHostile((line, socket) => {
    if (line === "") socket.write(greeting.replace('"STARTTLS"\r\n', ""));
  });
  await expect(open(port, "starttls")).rejects.toBeInstanceOf(Offline);
  expect(received).toEqual([]);
});

test("what is sent before TLS begins is not taken for an answer under TLS", async () => {
  const { port, received } = await startHostile((line, socket) => {
    if (line === "") socket.write(greeting);
    if (line === "STARTTLS") socket.write(`OK\r\n${greeting}`);
  });
  await expect(open(port, "starttls")).rejects.toThrow("the server sends before TLS begins");
  expect(received).toEqual(["STARTTLS"]);
});

const nonceOf = (line: string): string =>
  /r=(.*)$/.exec(Buffer.from(/ "([^" ]+)"$/.exec(line)?.[1] ?? "", "base64").toString())?.[1] ?? "";

test.each([
  ["rounds without end", (nonce: string) => `r=${nonce}x,s=c2FsdA==,i=4000000000`],
  ["one round, which tells the password", (nonce: string) => `r=${nonce}x,s=c2FsdA==,i=1`],
  ["another nonce", () => "r=other,s=c2FsdA==,i=4096"],
  ["no words of SCRAM", () => "hello"],
])("SCRAM with %s is not answered", async (_, challenge) => {
  const { port, received } = await startHostile((line, socket) => {
    if (line === "") socket.write(greeting);
    if (line.startsWith("AUTHENTICATE"))
      socket.write(`"${Buffer.from(challenge(nonceOf(line))).toString("base64")}"\r\n`);
  });
  await expect(open(port)).rejects.toBeInstanceOf(SignInNeeded);
  expect(received).toHaveLength(1);
});

test("a server that does not know the password is not believed, whatever it says", async () => {
  const { port } = await startHostile((line, socket) => {
    if (line === "") socket.write(greeting);
    else if (line.startsWith("AUTHENTICATE"))
      socket.write(`"${Buffer.from(`r=${nonceOf(line)}x,s=c2FsdA==,i=4096`).toString("base64")}"\r\n`);
    else socket.write("OK\r\n");
  });
  await expect(open(port)).rejects.toThrow("the server does not know the password");
});

test("a server that is silent is left when its caller ends", async () => {
  const ending = new AbortController();
  const { port } = await startHostile((line) => {
    if (line === "") ending.abort();
  });
  await expect(open(port, "plain", ending.signal)).rejects.toThrow(/aborted|takes too long/);
});

const signedIn = (port: number) =>
  openSieveSession({ host: "127.0.0.1", port, security: "plain" }, { username: "ann", accessToken: "t" });

test("scripts without end are not kept, however they are cut", async () => {
  const { port } = await startHostile((line, socket) => {
    if (line === "") socket.write(greeting.replace("PLAIN SCRAM-SHA-256", "OAUTHBEARER"));
    else if (line.startsWith("AUTHENTICATE") || line === "CAPABILITY") socket.write("OK\r\n");
    else if (line.startsWith("GETSCRIPT")) socket.write(`{1000000}\r\n${"x".repeat(1_000_000)}\r\nOK\r\n`);
  });
  const session = await signedIn(port);
  expect((await session.getAll(["1", "2", "3", "4"])).map(({ length }) => length)).toEqual(Array(4).fill(1_000_000));
  await expect(session.getAll(Array(100).fill("1"))).rejects.toBeInstanceOf(TooMuch);
  session.close();
});

test.each([
  ["strings in one line", `{1000000}\r\n${"x".repeat(1_000_000)} `],
  ["lines with a string", `{100000}\r\n${"x".repeat(100_000)}\r\n`],
])("of %s no more is taken than one response may have", async (_, piece) => {
  const sockets: Socket[] = [];
  const { port } = await startHostile((line, socket) => {
    if (line !== "") return;
    sockets.push(socket);
    flood(socket, piece);
  });
  await expect(open(port)).rejects.toBeInstanceOf(TooMuch);
  // The rest lies in the buffers of the network.
  expect(sockets[0]!.bytesWritten).toBeLessThan(20_000_000);
});

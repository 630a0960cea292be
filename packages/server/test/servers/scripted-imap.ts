/** An IMAP server with scripted answers, right or wrong, which records commands. */
import { createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface ScriptedImap {
  port: number;
  /** Received commands, without their tags, with their literals. */
  commands: string[];
  /** Scripted answers, by the first words of commands; "greeting" is the first line. */
  lies: Record<string, Lie>;
  /** Waits until each of these lies was sent. @throws Error naming those that were not requested in half a minute */
  toldAll(keys: readonly string[]): Promise<void>;
  /** Ends all connections now. */
  cutAll(): void;
  close(): Promise<void>;
}

/** Sends any lines, the tagged one as well. Undefined: the usual answer. */
export type Lie = (
  say: (text: string | Buffer) => boolean,
  tag: string,
  command: string,
  hangUp: () => void,
) => unknown;

export interface ScriptedMessage {
  uid: number;
  source: string;
}

const header = (source: string): string => source.slice(0, source.indexOf("\r\n\r\n") + 4);
const literal = (text: string): string => `{${Buffer.byteLength(text)}}\r\n${text}`;

/** The answers of an honest server with an inbox. */
export function usual(messages: readonly ScriptedMessage[], command: string): string[] {
  const next = Math.max(0, ...messages.map(({ uid }) => uid)) + 1;
  if (/^CAPABILITY/i.test(command)) return ["* CAPABILITY IMAP4rev1 LITERAL+"];
  if (/^(LIST|LSUB) "" ""/i.test(command)) return ['* LIST (\\Noselect) "/" ""'];
  if (/^(LIST|LSUB)/i.test(command)) return [`* ${command.slice(0, 4)} () "/" INBOX`];
  if (/^STATUS/i.test(command)) {
    return [`* STATUS INBOX (MESSAGES ${messages.length} UIDNEXT ${next} UIDVALIDITY 7 UNSEEN ${messages.length})`];
  }
  if (/^(SELECT|EXAMINE)/i.test(command)) {
    const flags = "\\Seen \\Flagged \\Answered \\Draft \\Deleted";
    const codes = [`UIDVALIDITY 7`, `UIDNEXT ${next}`, `PERMANENTFLAGS (${flags} \\*)`].map(
      (code) => `* OK [${code}] ok`,
    );
    return [`* FLAGS (${flags})`, `* ${messages.length} EXISTS`, "* 0 RECENT", ...codes];
  }
  if (/^UID SEARCH/i.test(command)) return [`* SEARCH ${messages.map(({ uid }) => uid).join(" ")}`.trimEnd()];
  if (/^UID FETCH/i.test(command))
    return messages.map(({ uid, source }, index) => fetched(index + 1, uid, source, command));
  return [];
}

function fetched(number: number, uid: number, source: string, command: string): string {
  const items = [`UID ${uid}`, "FLAGS ()"];
  const wants = (item: string): boolean => command.includes(item);
  if (wants("RFC822.SIZE")) items.push(`RFC822.SIZE ${Buffer.byteLength(source)}`);
  if (wants("INTERNALDATE")) items.push('INTERNALDATE "01-Nov-2026 10:00:00 +0000"');
  if (wants("BODYSTRUCTURE")) {
    const size = Buffer.byteLength(source) - Buffer.byteLength(header(source));
    items.push(`BODYSTRUCTURE ("TEXT" "PLAIN" ("CHARSET" "utf-8") NIL NIL "7BIT" ${size} 1 NIL NIL NIL NIL)`);
  }
  if (wants("BODY.PEEK[HEADER]")) items.push(`BODY[HEADER] ${literal(header(source))}`);
  if (wants("BODY.PEEK[TEXT]")) items.push(`BODY[TEXT]<0> ${literal(source.slice(header(source).length))}`);
  if (wants("BODY.PEEK[]")) items.push(`BODY[] ${literal(source)}`);
  return `* ${number} FETCH (${items.join(" ")})`;
}

export async function startScriptedImap(messages: readonly ScriptedMessage[] = []): Promise<ScriptedImap> {
  const sockets = new Set<Socket>();
  const told = new Set<string>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    const say = (text: string | Buffer): boolean => !socket.destroyed && socket.write(text);
    const hangUp = (): void => void socket.destroy();
    const answer = (tag: string, command: string): void => {
      scripted.commands.push(command);
      const lie = lieFor(command);
      if (lie) return void lie(say, tag, command, hangUp);
      if (/^IDLE/i.test(command)) return void say("+ idling\r\n");
      for (const line of usual(messages, command)) say(`${line}\r\n`);
      if (/^LOGOUT/i.test(command)) return void socket.end(`* BYE\r\n${tag} OK bye\r\n`);
      say(`${tag} OK done\r\n`);
    };
    read(socket, say, answer);
    const lie = lieFor("greeting");
    if (lie) lie(say, "*", "greeting", hangUp);
    else say("* OK ready\r\n");
  });
  function lieFor(command: string): Lie | undefined {
    const [key, lie] = Object.entries(scripted.lies).find(([start]) => command.startsWith(start)) ?? [];
    if (key !== undefined) told.add(key);
    return lie;
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const scripted: ScriptedImap = {
    port: (server.address() as AddressInfo).port,
    commands: [],
    lies: {},
    async toldAll(keys) {
      const deadline = Date.now() + 30_000;
      const untold = (): string[] => keys.filter((key) => !told.has(key));
      while (untold().length > 0) {
        if (Date.now() > deadline) throw new Error(`No client asked for ${untold().join(", ")}`);
        await sleep(20);
      }
    },
    cutAll: () => sockets.forEach((socket) => socket.destroy()),
    close: () =>
      new Promise((resolve) => {
        scripted.cutAll();
        server.close(() => resolve());
      }),
  };
  return scripted;
}

/** Reads commands with their literals (RFC 9051 §4.3): a literal begins no command. */
function read(socket: Socket, say: (text: string) => unknown, answer: (tag: string, command: string) => void): void {
  let input = "";
  let whole = "";
  let missing = 0;
  let idleTag: string | undefined;
  socket.on("data", (data: Buffer) => {
    input += data.toString("latin1");
    for (;;) {
      if (missing > 0) {
        const part = input.slice(0, missing);
        whole += part;
        input = input.slice(part.length);
        missing -= part.length;
        if (missing > 0) return;
      }
      const end = input.indexOf("\r\n");
      if (end < 0) return;
      const line = input.slice(0, end);
      input = input.slice(end + 2);
      const [, size, plus] = /\{(\d+)(\+?)\}$/.exec(line) ?? [];
      whole += line;
      if (size !== undefined) {
        missing = Number(size);
        whole += "\r\n";
        if (!plus) say("+ go on\r\n");
        continue;
      }
      const [, tag = "", command = ""] = /^(\S+) ([^]*)$/.exec(whole) ?? [];
      if (idleTag !== undefined && /^DONE$/i.test(whole)) {
        say(`${idleTag} OK done\r\n`);
        idleTag = undefined;
      } else {
        if (/^IDLE/i.test(command)) idleTag = tag;
        answer(tag, command);
      }
      whole = "";
    }
  });
}

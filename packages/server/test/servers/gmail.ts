/**
 * Gmail's IMAP as Google describes it (X-GM-EXT-1), before a real Dovecot: labels are folders, everything is in "All
 * Mail" too, copies share their flags, and a message in Trash or Spam is in no other folder.
 */
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { labelOf } from "../../src/bridge/imap/pull/labels.ts";
import { decodeModifiedUtf7 } from "../../src/cli/readers/modified-utf7.ts";
import { type Dovecot, startDovecot } from "./dovecot.ts";
import { ALL, type Copy, GmailAccount, IMPORTANT } from "./gmail-account.ts";
import { type ImapUnit, splitUnits } from "./imap-units.ts";

export interface Gmail {
  port: number;
  password: string;
  /** Delivers a message with these labels (paths of folders); without any it is archived. */
  deliver(source: string, folders?: readonly string[], flags?: string[], date?: Date): Promise<void>;
  /** Message-ID → the folders that it is in. */
  folders(): Promise<Map<string, string[]>>;
  /** How often a whole message was fetched, by X-GM-MSGID. */
  fetched: Map<string, number>;
  /** Commands that a client should never send. */
  violations: string[];
  stop(): Promise<void>;
}

const user = "ann";
const special = {
  '"[Gmail]/All Mail"': "\\All",
  '"[Gmail]/Drafts"': "\\Drafts",
  '"[Gmail]/Important"': "\\Important",
  '"[Gmail]/Sent Mail"': "\\Sent",
  '"[Gmail]/Spam"': "\\Junk",
  '"[Gmail]/Starred"': "\\Flagged",
  '"[Gmail]/Trash"': "\\Trash",
};

export async function startGmail(): Promise<Gmail> {
  const dovecot: Dovecot = await startDovecot({ specialFolders: special });
  const account = await GmailAccount.open(dovecot.port, user, dovecot.password);
  const sockets = new Set<Socket>();
  const gmail = { fetched: new Map<string, number>(), violations: [] as string[] };
  const server = createServer((client) => {
    const upstream = connect(dovecot.port, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      const end = () => {
        client.destroy();
        upstream.destroy();
      };
      socket.on("error", end);
      socket.on("close", () => {
        sockets.delete(socket);
        end();
      });
    }
    serve(client, upstream, account, gmail);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ...gmail,
    port: (server.address() as AddressInfo).port,
    password: dovecot.password,
    deliver: (source, folders = ["INBOX"], flags = [], date = new Date("2026-11-02T10:00:00Z")) =>
      account.alone(() => account.deliver(source, folders, flags, date)),
    folders: () =>
      account.alone(async () => {
        const folders = new Map<string, string[]>();
        for (const { messageId, folder } of await account.copies()) {
          folders.set(messageId, [...(folders.get(messageId) ?? []), folder].toSorted());
        }
        return folders;
      }),
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      account.close();
      await dovecot.stop();
    },
  };
}

/** The effects that a tagged answer waits for. */
type AfterCommand = (isOk: boolean) => Promise<void>;

const changing = /^(STORE|COPY|MOVE|EXPUNGE|APPEND)$/;

function serve(
  client: Socket,
  upstream: Socket,
  account: GmailAccount,
  gmail: Pick<Gmail, "fetched" | "violations">,
): void {
  let folder = "";
  let copies: readonly Copy[] = [];
  let hasAsked = { id: false, labels: false };
  const after = new Map<string, AfterCommand>();
  /** Ends the wait for an answer that will not arrive. */
  let hangUp: (() => void) | undefined;
  client.once("close", () => hangUp?.());

  async function onCommand({ bytes, text }: ImapUnit): Promise<void> {
    const [, tag = "", uid = "", verb = "", rest = ""] = /^(\S+) (UID )?(\w+) ?(.*)$/i.exec(text) ?? [];
    const kind = verb.toUpperCase();
    const forward = () => upstream.write(bytes.toString("latin1").replaceAll(/\{(\d+)\}\r\n/g, "{$1+}\r\n"), "latin1");
    if (kind === "SELECT" || kind === "EXAMINE") {
      const path = stringsOf(rest)[0] ?? "";
      after.set(tag, async (isOk) => void (folder = isOk ? path : ""));
    }
    if (kind === "FETCH") {
      hasAsked = { id: /X-GM-MSGID/i.test(rest), labels: /X-GM-LABELS/i.test(rest) };
      copies = await account.alone(() => account.copies());
      const plain = rest.replaceAll(/X-GM-(MSGID|THRID|LABELS) ?/gi, "").replace(/ \)/, ")");
      upstream.write(`${tag} ${uid}FETCH ${plain.replace(/\(/, "(UID ")}\r\n`);
      after.set(tag, async () => void (hasAsked = { id: false, labels: false }));
      return;
    }
    const [, set = "", sign = "", labels = ""] = /^(\S+) ([+-])X-GM-LABELS(?:\.SILENT)? \((.*)\)/i.exec(rest) ?? [];
    if (kind === "STORE" && sign) {
      await account.alone(async () => account.storeLabels(folder, uidsOf(set), sign, stringsOf(labels)));
      // Changes are reported before the answer.
      upstream.write(`${tag} NOOP\r\n`);
      return;
    }
    if (!changing.test(kind)) return void forward();
    if (kind === "EXPUNGE" && folder === ALL) gmail.violations.push("EXPUNGE in All Mail");
    const target = /^(COPY|MOVE|APPEND)$/.test(kind)
      ? stringsOf(kind === "APPEND" ? rest : rest.replace(/^\S+ /, ""))[0]
      : undefined;
    const source = folder;
    await account.alone(async () => {
      const before = await account.copies();
      forward();
      await new Promise<void>((resolve) => {
        hangUp = resolve;
        after.set(tag, async (isOk) => {
          if (isOk) await account.settle(before, kind, source, target);
          resolve();
        });
      });
    });
  }

  async function onAnswer({ bytes, text }: ImapUnit): Promise<void> {
    let raw = bytes.toString("latin1");
    if (/^\S+ (?:OK \[)?CAPABILITY /.test(text)) raw = raw.replace("CAPABILITY ", "CAPABILITY X-GM-EXT-1 ");
    raw = raw.replaceAll(new RegExp(` ?${IMPORTANT}`, "g"), "");
    if (/^\* \d+ FETCH /.test(text)) {
      const uid = Number(/UID (\d+)/.exec(text)?.[1]);
      const copy = copies.find((each) => each.folder === folder && each.uid === uid);
      if (copy && text.includes("BODY[] {}")) gmail.fetched.set(copy.id, (gmail.fetched.get(copy.id) ?? 0) + 1);
      const id = copy && hasAsked.id ? `X-GM-MSGID ${copy.id} X-GM-THRID ${copy.id} ` : "";
      const labels =
        copy && hasAsked.labels ? `X-GM-LABELS (${account.labels(copies, copy).map(quoted).join(" ")}) ` : "";
      raw = raw.replace("FETCH (", `FETCH (${id}${labels}`);
    }
    const [, tag = "", status = ""] = /^(\S+) (OK|NO|BAD)\b/.exec(text) ?? [];
    const work = after.get(tag);
    after.delete(tag);
    await work?.(status === "OK");
    client.write(raw, "latin1");
  }

  const inOrder = (work: (unit: ImapUnit) => Promise<void>) => {
    let last = Promise.resolve();
    return (unit: ImapUnit): void => {
      last = last.then(() => work(unit)).catch(() => void client.destroy());
    };
  };
  client.on(
    "data",
    splitUnits(inOrder(onCommand), () => client.write("+ OK\r\n")),
  );
  upstream.on("data", splitUnits(inOrder(onAnswer)));
}

const quoted = (label: string): string => (label.startsWith("\\") ? label : JSON.stringify(labelOf(label, null)));

/** Atoms and quoted strings; names of folders and labels decoded (RFC 3501 §5.1.3). */
const stringsOf = (text: string): string[] =>
  [...text.matchAll(/"((?:[^"\\]|\\.)*)"|([^\s()"]+)/g)].map(([, inQuotes, atom]) =>
    decodeModifiedUtf7(inQuotes === undefined ? (atom ?? "") : inQuotes.replaceAll(/\\(.)/g, "$1")),
  );

/** A set without "*". */
const uidsOf = (set: string): number[] =>
  set.split(",").flatMap((range) => {
    const [first = 0, last = first] = range.split(":").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });

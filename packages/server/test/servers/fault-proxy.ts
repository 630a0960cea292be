/** A TCP proxy between Pismo and a server that cuts connections, and delays and splits chunks. */
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface FaultProxy {
  port: number;
  /** Called before each chunk is forwarded. */
  onChunk: ((chunk: Chunk) => Verdict) | undefined;
  /** Awaited before a command of the client, without its tag, is forwarded. */
  hold: ((command: string) => Promise<unknown> | undefined) | undefined;
  /** Rewrites what the server sends, one or more whole lines at a time. */
  rewrite: ((text: string) => string) | undefined;
  /** Answers a command, without its tag, in place of the server; undefined: it is forwarded. */
  answer: ((command: string) => string | undefined) | undefined;
  /** Further connections are accepted and stay silent. */
  answersAtOnce: number;
  /** Delay of every chunk, in milliseconds. */
  delay: number;
  /** Splits chunks into pieces of so many octets. */
  splitAt: number;
  /** Refuses connections. */
  isDown: boolean;
  /** Number of accepted connections. */
  connections: number;
  /** Number of silent connections. */
  readonly silent: number;
  /** Ends all connections now. */
  cutAll(): void;
  close(): Promise<void>;
}

/** "cut" ends the connection: before the chunk has gone through, when half of it has, or after it. */
export type Verdict = "pass" | "cut-before" | "cut-inside" | "cut-after";

export interface Chunk {
  from: "client" | "server";
  bytes: Buffer;
  /** Number of earlier chunks of all connections. */
  index: number;
}

/** undefined: no command line. */
function commandIn(bytes: Buffer): { tag: string; command: string } | undefined {
  const [, tag, command = ""] = /^(\S+) ([^\r\n]+)\r\n/.exec(bytes.toString("latin1")) ?? [];
  return tag === undefined ? undefined : { tag, command };
}

export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  const silent = new Set<Socket>();
  let index = 0;
  const server = createServer((client) => {
    if (proxy.isDown) {
      client.destroy();
      return;
    }
    proxy.connections++;
    if (sockets.size / 2 >= proxy.answersAtOnce) {
      silent.add(client);
      client.on("error", () => client.destroy());
      client.on("close", () => silent.delete(client));
      client.resume();
      return;
    }
    const target = connect(targetPort, "127.0.0.1");
    const cut = () => {
      client.destroy();
      target.destroy();
    };
    /** Delivers what was written, and ends the connection. */
    const cutAfter = (to: Socket) => {
      for (const socket of [client, target]) socket.removeAllListeners("data").pause();
      to.end(cut);
    };
    for (const socket of [client, target]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on("error", cut);
      socket.on("close", () => {
        sockets.delete(socket);
        cut();
      });
    }
    pump(client, target, "client", cut, cutAfter);
    pump(target, client, "server", cut, cutAfter);
  });

  type Cut = (to: Socket) => void;
  function pump(from: Socket, to: Socket, side: Chunk["from"], cut: () => void, cutAfter: Cut): void {
    let last = Promise.resolve();
    /** The begun line of what is rewritten: a pattern may match no half of a line. */
    let begun = Buffer.alloc(0);
    from.on("data", (received: Buffer) => {
      last = last.then(async () => {
        let bytes = received;
        if (begun.length > 0 || (side === "server" && proxy.rewrite)) {
          const all = Buffer.concat([begun, received]);
          const end = proxy.rewrite ? all.lastIndexOf("\n") + 1 : all.length;
          [bytes, begun] = [all.subarray(0, end), all.subarray(end)];
          if (end === 0) return;
        }
        if (side === "client") await proxy.hold?.(commandIn(bytes)?.command ?? "");
        const said = side === "client" ? answerTo(bytes) : undefined;
        if (said !== undefined) return void from.write(said);
        return pass(bytes, to, side, cut, cutAfter);
      });
    });
  }
  function answerTo(bytes: Buffer): string | undefined {
    const said = commandIn(bytes);
    const answer = said && proxy.answer?.(said.command);
    return answer === undefined ? undefined : `${said!.tag} ${answer}\r\n`;
  }
  async function pass(whole: Buffer, to: Socket, side: Chunk["from"], cut: () => void, cutAfter: Cut): Promise<void> {
    if (to.destroyed || to.writableEnded) return undefined;
    const verdict = proxy.onChunk?.({ from: side, bytes: whole, index: index++ }) ?? "pass";
    if (verdict === "cut-before") return cut();
    const said =
      side === "server" && proxy.rewrite ? Buffer.from(proxy.rewrite(whole.toString("latin1")), "latin1") : whole;
    const bytes = verdict === "cut-inside" ? said.subarray(0, said.length / 2) : said;
    if (proxy.delay > 0) await sleep(proxy.delay);
    const step = proxy.splitAt || bytes.length;
    for (let at = 0; at < bytes.length && !to.destroyed; at += step) {
      to.write(bytes.subarray(at, at + step));
      if (proxy.splitAt) await new Promise(setImmediate);
    }
    if (verdict !== "pass") cutAfter(to);
    return undefined;
  }

  const proxy: FaultProxy = {
    port: 0,
    onChunk: undefined,
    hold: undefined,
    rewrite: undefined,
    answer: undefined,
    answersAtOnce: Infinity,
    delay: 0,
    splitAt: 0,
    isDown: false,
    connections: 0,
    get silent() {
      return silent.size;
    },
    cutAll() {
      for (const socket of [...sockets, ...silent]) socket.destroy();
    },
    async close() {
      proxy.cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  proxy.port = (server.address() as AddressInfo).port;
  return proxy;
}

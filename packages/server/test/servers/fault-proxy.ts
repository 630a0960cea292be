/** A TCP proxy between Pismo and a server that cuts, delays and splits what goes through it. */
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface FaultProxy {
  port: number;
  /** Asked before each chunk is passed on; "cut" ends the connection, before or after the chunk has gone through. */
  onChunk: ((chunk: Chunk) => "pass" | "cut-before" | "cut-after") | undefined;
  /** Milliseconds that every chunk waits. */
  delay: number;
  /** Chunks are passed on in pieces of so many octets. */
  splitAt: number;
  /** Refuses connections. */
  isDown: boolean;
  /** Connections that there were. */
  connections: number;
  /** Ends all connections now. */
  cutAll(): void;
  close(): Promise<void>;
}

export interface Chunk {
  from: "client" | "server";
  bytes: Buffer;
  /** How many chunks the proxy has seen before, all connections together. */
  index: number;
}

export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let index = 0;
  const server = createServer((client) => {
    if (proxy.isDown) {
      client.destroy();
      return;
    }
    proxy.connections++;
    const target = connect(targetPort, "127.0.0.1");
    const cut = () => {
      client.destroy();
      target.destroy();
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
    pump(client, target, "client", cut);
    pump(target, client, "server", cut);
  });

  function pump(from: Socket, to: Socket, side: Chunk["from"], cut: () => void): void {
    let last = Promise.resolve();
    from.on("data", (bytes: Buffer) => {
      last = last.then(() => pass(bytes, to, side, cut));
    });
  }
  async function pass(bytes: Buffer, to: Socket, side: Chunk["from"], cut: () => void): Promise<void> {
    const verdict = proxy.onChunk?.({ from: side, bytes, index: index++ }) ?? "pass";
    if (verdict === "cut-before") return cut();
    if (proxy.delay > 0) await sleep(proxy.delay);
    const step = proxy.splitAt || bytes.length;
    for (let at = 0; at < bytes.length && !to.destroyed; at += step) {
      to.write(bytes.subarray(at, at + step));
      if (proxy.splitAt) await new Promise(setImmediate);
    }
    if (verdict === "cut-after") {
      // What was written is to arrive.
      to.end();
      await sleep(5);
      cut();
    }
  }

  const proxy: FaultProxy = {
    port: 0,
    onChunk: undefined,
    delay: 0,
    splitAt: 0,
    isDown: false,
    connections: 0,
    cutAll() {
      for (const socket of sockets) socket.destroy();
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

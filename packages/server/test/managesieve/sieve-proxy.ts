/** Between Pismo and a ManageSieve server in plain: what a server or a network may do at the wrong moment. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** To a command of the client: "drop" ends the connection before the server sees it, other words are its answer. */
export type Answer = (command: string) => string | undefined;

export interface SieveProxy {
  port: number;
  answer: Answer;
  stop(): void;
}

export async function startSieveProxy(target: number): Promise<SieveProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        client.destroy();
        upstream.destroy();
      });
    }
    upstream.pipe(client);
    client.on("data", (chunk: Buffer) => {
      const answer = proxy.answer(chunk.toString());
      if (answer === undefined) upstream.write(chunk);
      else if (answer === "drop") client.destroy();
      else client.write(answer);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: SieveProxy = {
    port: (server.address() as AddressInfo).port,
    answer: () => undefined,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return proxy;
}

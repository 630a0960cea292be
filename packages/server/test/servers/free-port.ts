/** Ports on the loopback address. */
import { type AddressInfo, connect, createServer } from "node:net";

/** A port that nobody has. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Whether a server greets there. */
export function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("data", () => resolve(!socket.destroy().connecting));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
  });
}

/**
 * Closes the connections at shutdown: requests in progress may finish, everything else is closed at once. Node alone
 * would wait for connections that a browser opened in advance, and for those that become idle while it waits.
 */
import type { Server, ServerResponse } from "node:http";
import { Socket } from "node:net";

export interface Connections {
  /** Must be called for every request. */
  note(response: ServerResponse): void;
  /** @param graceMs for requests in progress */
  end(graceMs: number): void;
}

export function trackConnections(server: Server): Connections {
  /** Connections with their number of requests in progress. */
  const open = new Map<Socket, number>();
  let isEnding = false;

  function add(socket: Socket): void {
    open.set(socket, 0);
    socket.once("close", () => open.delete(socket));
  }
  server.on("connection", add);

  return {
    note(response) {
      const { socket } = response;
      // A request that Fastify injects has a stand-in for a socket, which cannot be closed.
      if (!(socket instanceof Socket)) return;
      // A host name with two addresses has a second server, of which only the requests are visible.
      if (!open.has(socket)) add(socket);
      open.set(socket, (open.get(socket) ?? 0) + 1);
      response.once("close", () => {
        const left = (open.get(socket) ?? 1) - 1;
        if (open.has(socket)) open.set(socket, left);
        if (isEnding && left === 0) socket.destroySoon();
      });
    },
    end(graceMs) {
      isEnding = true;
      for (const [socket, requests] of open) if (requests === 0) socket.destroy();
      setTimeout(() => open.forEach((_, socket) => socket.destroy()), graceMs).unref();
    },
  };
}

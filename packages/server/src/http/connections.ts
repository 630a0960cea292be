/**
 * Ends the connections when the server ends: requests under way may finish, everything else is cut at once. Node alone
 * would wait for connections that a browser opened in advance, and for those that turn idle while it waits.
 */
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export interface Connections {
  /** To be called for every request. */
  note(response: ServerResponse): void;
  /** @param patience milliseconds that requests under way get */
  end(patience: number): void;
}

export function trackConnections(server: Server): Connections {
  /** Connections with the number of their requests under way. */
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
      if (!socket) return;
      // A name with two addresses has a second server, of which only the requests are seen.
      if (!open.has(socket)) add(socket);
      open.set(socket, (open.get(socket) ?? 0) + 1);
      response.once("close", () => {
        const left = (open.get(socket) ?? 1) - 1;
        if (open.has(socket)) open.set(socket, left);
        if (isEnding && left === 0) socket.destroySoon();
      });
    },
    end(patience) {
      isEnding = true;
      for (const [socket, requests] of open) if (requests === 0) socket.destroy();
      setTimeout(() => open.forEach((_, socket) => socket.destroy()), patience).unref();
    },
  };
}

/** Requests under way that do not end, at a limit on how many there may be at the same time. */
import { connect, type Socket } from "node:net";
import { expect } from "vitest";

/**
 * Takes all places: begins twice as many requests, and waits until the rest is refused. One that is sent to see whether
 * the places are taken would itself have one at times.
 * @param begun the head of the request, and part of its body at most
 * @returns the connections that have a place
 */
export async function takeAllPlaces(port: number, begun: string, places: number): Promise<Socket[]> {
  const refused = new Set<Socket>();
  const sockets = Array.from({ length: 2 * places }, () => connect(port, "127.0.0.1"));
  for (const socket of sockets) {
    socket.once("data", () => {
      refused.add(socket);
      socket.destroy();
    });
    socket.write(begun);
  }
  await expect.poll(() => refused.size).toBe(places);
  return sockets.filter((socket) => !refused.has(socket));
}

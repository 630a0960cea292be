import { endianness } from "node:os";
import { describe, expect, test } from "vitest";
import { isOwnSocket, ownerIn } from "./socket-owner.ts";

const isLittle = endianness() === "LE";
const head = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
/** As the kernel writes a line (net/ipv4/tcp_ipv4.c). */
const line = (theirs: string, ours: string, state: string, uid: number, inode: number): string =>
  `   1: ${theirs} ${ours} ${state} 00000000:00000000 00:00000000 00000000 ${String(uid).padStart(5)}        0 ${inode} 1 00000000e7a8f4a6 100 0 0 10 0                       \n`;

const ip4 = isLittle ? "0100007F" : "7F000001";
const mapped = isLittle ? "0000000000000000FFFF00000100007F" : "00000000000000000000FFFF7F000001";
const ip6 = isLittle ? "00000000000000000000000001000000" : "00000000000000000000000000000001";
/** From port 40000 to 8025. */
const connection = { peer: "127.0.0.1", peerPort: 40_000, localAddress: "127.0.0.1", localPort: 8025 };
const [theirPort, ourPort] = ["9C40", "1F59"];

describe("the owner of a connection", () => {
  test("is the user of its other end, not of ours", () => {
    const text =
      head +
      line(`${ip4}:${ourPort}`, `${ip4}:${theirPort}`, "01", 1000, 7) +
      line(`${ip4}:${theirPort}`, `${ip4}:${ourPort}`, "01", 1001, 8);
    expect(ownerIn(text, "tcp", connection)).toBe(1001);
  });

  test("is in the IPv6 table for an IPv6 socket", () => {
    const text = head + line(`${mapped}:${theirPort}`, `${mapped}:${ourPort}`, "01", 1001, 8);
    expect(ownerIn(text, "tcp6", connection)).toBe(1001);
    expect(ownerIn(text, "tcp6", { ...connection, peer: "::ffff:127.0.0.1" })).toBe(1001);
    const six = head + line(`${ip6}:${theirPort}`, `${ip6}:${ourPort}`, "01", 1002, 8);
    expect(ownerIn(six, "tcp6", { ...connection, peer: "::1", localAddress: "::1" })).toBe(1002);
    expect(ownerIn(six, "tcp6", connection)).toBeUndefined();
  });

  test("has no owner while it closes: it reads as root's then", () => {
    for (const [state, inode] of [
      ["06", 0],
      ["05", 0],
      ["05", 8],
      ["01", 0],
    ] as const) {
      const text = head + line(`${ip4}:${theirPort}`, `${ip4}:${ourPort}`, state, 0, inode);
      expect(ownerIn(text, "tcp", connection)).toBe("none");
    }
  });

  test("is unknown for a connection that does not exist", () => {
    const text = head + line(`${ip4}:${theirPort}`, `${ip4}:1F5A`, "01", 1001, 8);
    expect(ownerIn(text, "tcp", connection)).toBeUndefined();
    expect(ownerIn("", "tcp", connection)).toBeUndefined();
    expect(ownerIn(text, "tcp", { ...connection, peer: "fe80::1", localAddress: undefined })).toBeUndefined();
  });
});

test("a connection that is in no table has no owner", async () => {
  expect(await isOwnSocket({ ...connection, peerPort: undefined })).toBe(false);
  expect(await isOwnSocket({ ...connection, peerPort: 1, localPort: 1 })).toBe(false);
});

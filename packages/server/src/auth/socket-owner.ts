/**
 * Finds the owner of a loopback connection in the kernel's tables /proc/net/tcp and /proc/net/tcp6 (Linux; see
 * proc_net_tcp.txt in the kernel's documentation). Other systems have no such file.
 */
import { readFile } from "node:fs/promises";
import { isIPv4 } from "node:net";
import { endianness } from "node:os";

/** Peer and local end of a connection. Loopback addresses as Node gives them. */
export interface Connection {
  peer: string;
  peerPort: number | undefined;
  localAddress: string | undefined;
  localPort: number;
}

/** TCP_ESTABLISHED. A socket that is closing has no owner, and reads as root's. */
const ESTABLISHED = "01";
/** The default overflowuid of the kernel: users that have no id in our user namespace appear as this one. */
const OVERFLOW_UID = 65_534;

/** In the format of the kernel: words of 32 bits, each in the byte order of the machine. */
function hexOf(octets: Uint8Array): string {
  const ordered = Buffer.from(octets);
  if (endianness() === "LE") ordered.swap32();
  return ordered.toString("hex").toUpperCase();
}

const LOOPBACK_6 = Uint8Array.of(...Array<number>(15).fill(0), 1);

/** The forms of a loopback address in each table: an IPv4 address may also belong to an IPv6 socket. */
function formsOf(address: string): { tcp?: string; tcp6?: string } {
  if (address === "::1") return { tcp6: hexOf(LOOPBACK_6) };
  const v4 = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv4(v4)) return {};
  const octets = Uint8Array.from(v4.split("."), Number);
  return { tcp: hexOf(octets), tcp6: hexOf(Uint8Array.of(...Array<number>(10).fill(0), 255, 255, ...octets)) };
}

const portOf = (port: number): string => port.toString(16).toUpperCase().padStart(4, "0");

/** The tables, and which may hold an IPv4 connection: the socket of the client may be an IPv6 one. */
const tables = ["tcp", "tcp6"] as const;

/**
 * The entry of the client's end in one table.
 * @returns its user id; "none" for a connection that is closing; undefined: not in this table
 */
export function ownerIn(
  text: string,
  table: (typeof tables)[number],
  { peer, peerPort = 0, localAddress = "", localPort }: Connection,
): number | "none" | undefined {
  const [theirs, ours] = [formsOf(peer)[table], formsOf(localAddress)[table]];
  if (theirs === undefined || ours === undefined) return undefined;
  const ends = ` ${theirs}:${portOf(peerPort)} ${ours}:${portOf(localPort)} `;
  const at = text.indexOf(ends);
  if (at < 0) return undefined;
  const [rest = ""] = text.slice(at + ends.length, at + ends.length + 200).split("\n", 1);
  const [state, , , , uid = "", , inode] = rest.trim().split(/\s+/);
  return state === ESTABLISHED && inode !== "0" && /^\d+$/.test(uid) ? Number(uid) : "none";
}

/** Whether the peer of a loopback connection belongs to our own user, according to the kernel. */
export async function isOwnSocket(connection: Connection): Promise<boolean> {
  const own = process.geteuid?.();
  if (own === undefined || own === OVERFLOW_UID || connection.peerPort === undefined) return false;
  for (const table of tables) {
    // Milliseconds each: the kernel scans its whole table.
    const text = await readFile(`/proc/net/${table}`, "latin1").catch(() => "");
    const owner = ownerIn(text, table, connection);
    if (owner !== undefined) return owner === own;
  }
  return false;
}

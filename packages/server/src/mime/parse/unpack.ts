/** Parts that are containers: Outlook's TNEF ("winmail.dat"), whose text and attachments belong to the message. Pure. */
import type { PartNode } from "./part.ts";
import { scan } from "./scan.ts";
import { tnefToMessage } from "../tnef/to-message.ts";
import { decodeContent } from "./transfer-encoding.ts";

/** Containers per message; a real message has fewer. */
const MAX_CONTAINERS = 4;

export const isContainer = ({ type, name }: Pick<PartNode, "type" | "name">): boolean =>
  type === "application/ms-tnef" ||
  type === "application/vnd.ms-tnef" ||
  (type === "application/octet-stream" && /^win(?:mail|\.dat).*\.dat$/i.test(name ?? ""));

/** The contents of a message's containers by offset, cached while the message's bytes are referenced. */
const known = new WeakMap<Uint8Array, Map<number, Uint8Array>>();

const containerOf = (
  bytes: Uint8Array,
  { bodyStart, bodyEnd, encoding }: NonNullable<PartNode["within"]>,
): Uint8Array => decodeContent(bytes.subarray(bodyStart, bodyEnd), encoding);

function keep(bytes: Uint8Array, bodyStart: number, content: Uint8Array): Uint8Array {
  const contents = known.get(bytes) ?? new Map<number, Uint8Array>();
  known.set(bytes, contents.set(bodyStart, content));
  return content;
}

/** The octets that a part's offsets refer to: the message's, or those of its unpacked container. */
export function octetsAround(bytes: Uint8Array, { within }: Pick<PartNode, "within">): Uint8Array {
  if (!within) return bytes;
  const { bodyStart } = within;
  return (
    known.get(bytes)?.get(bodyStart) ??
    keep(bytes, bodyStart, tnefToMessage(containerOf(bytes, within)) ?? new Uint8Array())
  );
}

/** Unpacks a message's containers ahead of `octetsAround`, with an `unpack` that may run in another thread. */
export async function unpackAhead(
  bytes: Uint8Array,
  structure: PartNode,
  unpack: (container: Uint8Array) => Promise<Uint8Array | undefined>,
): Promise<void> {
  for (const { unpacked } of containers(structure)) {
    const within = unpacked?.within;
    if (!within || known.get(bytes)?.has(within.bodyStart)) continue;
    keep(bytes, within.bodyStart, (await unpack(containerOf(bytes, within))) ?? new Uint8Array());
  }
}

/** The parts of `node`, named by their container and their path in it: "2/1.1". */
function inside(node: PartNode, containerId: string, within: NonNullable<PartNode["within"]>): PartNode {
  return {
    ...node,
    within,
    partId: node.partId && `${containerId}/${node.partId}`,
    subParts: node.subParts?.map((part) => inside(part, containerId, within)) ?? null,
  };
}

function* containers(node: PartNode): Generator<PartNode> {
  if (node.partId !== null && isContainer(node)) yield node;
  for (const part of node.subParts ?? []) yield* containers(part);
}

/** Adds the parts of a message's containers to its tree; an unreadable container stays a file. */
export function unpackContainers(bytes: Uint8Array, structure: PartNode): void {
  let left = MAX_CONTAINERS;
  for (const node of containers(structure)) {
    if (left-- === 0) return;
    const within = { bodyStart: node.bodyStart, bodyEnd: node.bodyEnd, encoding: node.encoding };
    const content = octetsAround(bytes, { within });
    if (content.length > 0) node.unpacked = inside(scan(content), node.partId!, within);
  }
}

/** A node of the MIME tree, with its offsets in the message. JSON-serializable: the store has it with the Email. */
export interface PartNode {
  /** Position path: "1", "2.1"; null for multipart/* (RFC 8621 §4.1.4). */
  partId: string | null;
  /** Media type in lower case, without parameters. */
  type: string;
  /** As declared; "us-ascii" where MIME implies it; null for other types than text. */
  charset: string | null;
  /** Decoded file name. */
  name: string | null;
  /** Of an attached message without a name, where it says something (letter-subjects.ts). */
  subject?: string;
  /** Lower case, without parameters. */
  disposition: string | null;
  /** Content-ID without angle brackets. */
  cid: string | null;
  language: string[] | null;
  location: string | null;
  /** Content-Transfer-Encoding in lower case, "7bit" by default. */
  encoding: string;
  /** Byte offsets in the message: header fields are [headerStart, bodyStart), content is [bodyStart, bodyEnd). */
  headerStart: number;
  bodyStart: number;
  bodyEnd: number;
  /** Octets of the decoded content. */
  size: number;
  /** Set for multipart/* alone; an attached message is a leaf (RFC 8621 §4.1.4). */
  subParts: PartNode[] | null;
  /** The content of a container (TNEF), as a tree of its own whose parts name the container in `within`. */
  unpacked?: PartNode;
  /** The container whose unpacked form the offsets refer to; absent: the message. */
  within?: Pick<PartNode, "bodyStart" | "bodyEnd" | "encoding">;
}

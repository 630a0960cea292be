/** Parts of an Email that are calendars or address cards. Pure. */
import type { EmailBodyPart } from "@pismo/jmap";
import type { FullEmail } from "../../store/index.ts";

export interface CardPart {
  blobId: string;
  name: string;
  type: string;
  charset: string;
  kind: "calendar" | "person";
}

/** Larger ones stay files: people do not write them. */
const largest = 1_000_000;
const most = 4;

function kindOf({ type, name }: EmailBodyPart): CardPart["kind"] | undefined {
  if (/^(?:text\/(?:x-v?)?calendar|application\/ics)$/.test(type)) return "calendar";
  if (/^text\/(?:x-)?vcard$/.test(type)) return "person";
  const isVague = type === "application/octet-stream" || type === "text/plain" || type === "text/directory";
  const ending = isVague ? /\.(ics|vcf)$/i.exec(name ?? "")?.[1]?.toLowerCase() : undefined;
  if (ending === undefined) return undefined;
  return ending === "ics" ? "calendar" : "person";
}

export const cardParts = ({ attachments }: Pick<FullEmail, "attachments">): CardPart[] =>
  attachments
    .flatMap((part): CardPart[] => {
      const kind = kindOf(part);
      const { blobId, name, type, charset, size } = part;
      if (!kind || !blobId || size > largest) return [];
      return [{ blobId, name: name ?? "card", type, charset: charset ?? "utf-8", kind }];
    })
    .slice(0, most);

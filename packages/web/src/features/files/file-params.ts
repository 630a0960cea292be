/** What the address of the page of files says, and what is asked of the server for it. Pure. */
import type { FileKind, Id } from "@pismo/jmap";
import type { FileOrder, FileQuery } from "../../store/files/files.ts";

export const orders = ["newest", "oldest", "name", "from", "kind", "size"] as const;
export type Order = (typeof orders)[number];

/** In the order of the list to choose from. */
export const documentKinds = [
  "pdf",
  "document",
  "sheet",
  "slides",
  "text",
  "audio",
  "video",
  "archive",
  "calendar",
  "contact",
  "letter",
  "other",
] as const satisfies readonly FileKind[];
type DocumentKind = (typeof documentKinds)[number];

export interface FileParams {
  show: "pictures" | "documents";
  kind: DocumentKind | undefined;
  order: Order;
  q: string;
  /** Of several accounts together the one whose files are shown. */
  of: Id | undefined;
}

const oneOf = <T extends string>(all: readonly T[], value: string | null): T | undefined =>
  all.find((each) => each === value);

export function fileParams(params: URLSearchParams): FileParams {
  const show = params.get("show") === "pictures" ? "pictures" : "documents";
  return {
    show,
    kind: show === "documents" ? oneOf(documentKinds, params.get("kind")) : undefined,
    order: oneOf(orders, params.get("order")) ?? "newest",
    q: params.get("q") ?? "",
    of: params.get("of") ?? undefined,
  };
}

const properties: Record<Order, [FileOrder, isAscending: boolean]> = {
  newest: ["receivedAt", false],
  oldest: ["receivedAt", true],
  name: ["name", true],
  from: ["from", true],
  kind: ["kind", true],
  size: ["size", false],
};

export function queryOf({ show, kind, order, q, of }: FileParams): FileQuery {
  const [property, isAscending] = properties[order];
  return {
    filter: {
      ...(kind ? { kind } : { isImage: show === "pictures" }),
      ...(q.trim() !== "" && { text: q }),
      ...(of !== undefined && { inAccount: of }),
    },
    order: property,
    isAscending,
  };
}

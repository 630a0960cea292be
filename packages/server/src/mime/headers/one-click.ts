/** One-click unsubscription: RFC 8058. Pure. */
import type { EmailHeader } from "@pismo/jmap";
import type { AuthenticationResult } from "./authentication-results.ts";
import { headerForm, headerValues } from "./headers.ts";
import { stripComments } from "./parameters.ts";

interface Signature {
  domain: string;
  selector: string;
  /** Base64, without white space, in lower case as results are. */
  value: string;
  /** Names of the signed fields, in lower case. */
  fields: string[];
}

/** RFC 6376 §3.2: the tags of a DKIM-Signature. */
function signatureOf(raw: string): Signature {
  const tags = new Map(
    raw.split(";").map((tag): [string, string] => {
      const at = tag.indexOf("=");
      return [
        tag.slice(0, Math.max(0, at)).trim(),
        tag
          .slice(at + 1)
          .replace(/\s+/g, "")
          .toLowerCase(),
      ];
    }),
  );
  const of = (name: string): string => tags.get(name) ?? "";
  return { domain: of("d"), selector: of("s"), value: of("b"), fields: of("h").split(":") };
}

const covered = ["list-unsubscribe", "list-unsubscribe-post"];

/** Whether the signature that passed covers both fields; where it cannot be identified, each has to. */
function isCovered(signatures: readonly Signature[], { properties }: AuthenticationResult): boolean {
  const domain = properties["header.d"] ?? /@(.+)$/.exec(properties["header.i"] ?? "")?.[1];
  const [selector, value] = [properties["header.s"], properties["header.b"]];
  const candidates = signatures.filter(
    (each) =>
      each.domain === domain &&
      (selector === undefined || each.selector === selector) &&
      (value === undefined || each.value.startsWith(value)),
  );
  return candidates.length > 0 && candidates.every(({ fields }) => covered.every((name) => fields.includes(name)));
}

/**
 * The URL of one-click unsubscription; undefined where the message does not offer it, or the offer is not signed (§4):
 * then a third party may have added it. Of two such fields, the signed one is unknown.
 * @param results of a trusted server
 */
export function oneClickUrl(
  header: readonly EmailHeader[],
  results: readonly AuthenticationResult[],
): string | undefined {
  const [addresses, ...others] = headerValues(header, "List-Unsubscribe");
  const [post, ...otherPosts] = headerValues(header, "List-Unsubscribe-Post");
  if (addresses === undefined || post === undefined || others.length > 0 || otherPosts.length > 0) return undefined;
  if (!/^\s*List-Unsubscribe\s*=\s*One-Click\s*$/i.test(stripComments(post))) return undefined;
  const urls = headerForm([addresses], "asURLs", false) as string[] | null;
  const url = urls?.find((each) => URL.parse(each)?.protocol === "https:");
  if (url === undefined) return undefined;
  const signatures = headerValues(header, "DKIM-Signature").map(signatureOf);
  const passed = results.filter(({ method, result }) => method === "dkim" && result === "pass");
  return passed.some((each) => isCovered(signatures, each)) ? url : undefined;
}

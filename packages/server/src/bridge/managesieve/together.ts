/** A script that runs two others of the mail server, one after the other (RFC 6609): it is none of the person's own. */

export const TOGETHER = "Pismo with other rules";

const quoted = (name: string): string => `"${name.replaceAll(/["\\]/g, "\\$&")}"`;

const HEAD = "# Pismo runs two scripts: the one that was active, and its own.";

/** What the first one decides holds: the second one adds to it. A script that is gone is passed over. */
export const togetherOf = (names: readonly [string, string]): string =>
  [HEAD, 'require "include";', ...names.map((name) => `include :personal :optional ${quoted(name)};`), ""].join("\r\n");

/** The names of the two; undefined: it is another script. */
export function namesIn(text: string): [string, string] | undefined {
  const [one, other] = [...text.matchAll(/^include :personal :optional "((?:[^"\\]|\\.)*)";\r?$/gm)].map(([, name]) =>
    name!.replaceAll(/\\(.)/g, "$1"),
  );
  if (one === undefined || other === undefined) return undefined;
  return togetherOf([one, other]) === text.replaceAll(/\r?\n/g, "\r\n") ? [one, other] : undefined;
}

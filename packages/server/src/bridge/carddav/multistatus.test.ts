/** Answers of servers: RFC 4918 §13. */
import { expect, test } from "vitest";
import { readMultistatus } from "./multistatus.ts";

const answer = (inside: string): string => `<?xml version="1.0"?>${inside}`;

test("is read by its namespaces, whatever their prefixes are", async () => {
  const { responses, syncToken } = await readMultistatus(
    answer(`<D:multistatus xmlns:D="DAV:"><D:response><D:href>/a.vcf</D:href><D:propstat><D:prop><x:getetag xmlns:x="DAV:">"0012"</x:getetag>
      <getetag xmlns="urn:other">no</getetag></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>
      <D:propstat><D:prop><D:displayname/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>
      <D:response><D:href>/b.vcf</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>
      <D:sync-token>0012</D:sync-token></D:multistatus>`),
  );
  expect(syncToken).toBe("0012");
  expect(responses.map(({ href, status }) => [href, status])).toEqual([
    ["/a.vcf", undefined],
    ["/b.vcf", 404],
  ]);
  expect(responses[0]!.props.get("DAV: getetag")?.text).toBe('"0012"');
  expect(responses[0]!.props.has("DAV: displayname")).toBe(false);
});

test.each([
  ["cut off", "unclosed tag", `<multistatus xmlns="DAV:"><response><href>/a</href></response>`],
  ["another service's page", "no multistatus", "<html><body>Hello</body></html>"],
  ["with entities of its own", "document type", `<!DOCTYPE m [<!ENTITY a "aaaa">]><multistatus xmlns="DAV:"/>`],
  [
    "nested without an end",
    "too deeply",
    `<multistatus xmlns="DAV:">${"<a>".repeat(1000)}${"</a>".repeat(1000)}</multistatus>`,
  ],
])("is refused: %s", async (_, reason, inside) => {
  await expect(readMultistatus(answer(inside))).rejects.toThrow(reason);
});

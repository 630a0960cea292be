import { expect, test } from "vitest";
import { parseAutoconfig } from "./autoconfig.ts";

const page = (servers: string, rest = ""): string => `<?xml version="1.0" encoding="UTF-8"?>
<clientConfig version="1.1"><emailProvider id="example.org">
  <domain>example.org</domain><displayName>Example &amp; Sons</displayName>${servers}
  ${rest}</emailProvider></clientConfig>`;
const server = (
  kind: "incoming" | "outgoing",
  type: string,
  host: string,
  port: number,
  socket: string,
  more = "",
): string =>
  `<${kind}Server type="${type}"><hostname>${host}</hostname><port>${port}</port><socketType>${socket}</socketType>
   <username>%EMAILLOCALPART%</username><authentication>password-cleartext</authentication>${more}</${kind}Server>`;

test("the IMAP and the SMTP server are taken, with what stands for the address filled in", () => {
  const xml = page(
    server("incoming", "pop3", "pop.example.org", 995, "SSL") +
      server("incoming", "imap", "Imap.%EMAILDOMAIN%", 993, "SSL") +
      server("outgoing", "smtp", "smtp.example.org", 587, "STARTTLS"),
  );
  expect(parseAutoconfig(xml, "ann@example.org")).toEqual({
    username: "ann",
    imap: { host: "imap.example.org", port: 993, security: "tls" },
    smtp: { host: "smtp.example.org", port: 587, security: "starttls" },
    provider: undefined,
  });
});

test("TLS goes before STARTTLS, and what hides nothing is not taken without being asked for", () => {
  const plain = server("incoming", "imap", "a.example.org", 143, "plain");
  const starttls = server("incoming", "imap", "b.example.org", 143, "STARTTLS");
  const tls = server("incoming", "imap", "c.example.org", 993, "SSL");
  expect(parseAutoconfig(page(plain + starttls + tls), "ann@example.org")?.imap.host).toBe("c.example.org");
  expect(parseAutoconfig(page(plain + starttls), "ann@example.org")?.imap.host).toBe("b.example.org");
  expect(parseAutoconfig(page(plain), "ann@example.org")).toBeUndefined();
});

test("a page that offers nothing but tokens says so, with where it is explained", () => {
  const xml = page(
    server("incoming", "imap", "imap.example.org", 993, "SSL").replace("password-cleartext", "OAuth2"),
    '<documentation url="https://example.org/help"><descr>Help</descr></documentation>',
  );
  expect(parseAutoconfig(xml, "ann@example.org")?.provider).toEqual({
    name: "Example & Sons",
    signIn: "oauth",
    helpUrl: "https://example.org/help",
  });
});

test.each([
  ["nothing", ""],
  ["a web page", "<!doctype html><html><body><p>Not found<br></body></html>"],
  ["no XML", "hostname: imap.example.org"],
  ["half a page", page(server("incoming", "imap", "imap.example.org", 993, "SSL")).slice(0, 300)],
  ["a host that is none", page(server("incoming", "imap", "imap.example.org/..", 993, "SSL"))],
  ["a port that is none", page(server("incoming", "imap", "imap.example.org", 99_300, "SSL"))],
  [
    "entities of its own",
    `<!DOCTYPE x [<!ENTITY host "imap.example.org">]>${page(server("incoming", "imap", "&host;", 993, "SSL"))}`,
  ],
])("%s gives no servers", (_, xml) => {
  expect(parseAutoconfig(xml, "ann@example.org")).toBeUndefined();
});

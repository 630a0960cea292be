import { expect, test } from "vitest";
import { presets } from "./provider.ts";
import { readProviders } from "./read-providers.ts";

const server = { host: "imap.example.org", port: 993, security: "tls", smtpUrl: null } as const;
const read = (...entries: object[]) => readProviders(JSON.stringify(entries), () => server);
const own = {
  name: "Example Mail",
  domains: ["Example.org"],
  issuer: "https://id.example.org",
  clientId: "pismo",
  scopes: ["openid", "offline_access"],
  imap: "imaps://imap.example.org",
};

const problem = (...entries: object[]): string => {
  try {
    read(...entries);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

test("a preset needs an id and nothing else; what is given goes before it", () => {
  const [google, tenant] = read(
    { preset: "google", clientId: "one", domains: ["firm.example"] },
    { preset: "microsoft", clientId: "two", clientSecret: "s", issuer: "https://login.example/tenant/v2.0" },
  );
  expect(google).toEqual({ ...presets.google, clientId: "one", clientSecret: undefined, domains: ["firm.example"] });
  // Another issuer is found by its metadata, and stands for itself alone.
  expect(tenant).toMatchObject({ endpoints: undefined, issuerPattern: undefined, scopes: presets.microsoft.scopes });
});

test("a provider of one's own has an id by its name, and asks for consent where it wants lasting access", () => {
  expect(read(own)).toMatchObject([
    {
      id: "example-mail",
      domains: ["example.org"],
      parameters: { prompt: "consent" },
      server,
      clientSecret: undefined,
    },
  ]);
});

test("what is wrong is said with the entry, and without a secret", () => {
  expect(() => readProviders("{", () => server)).toThrow("is not JSON");
  expect(() => readProviders("{}", () => server)).toThrow("must be a list of providers");
  expect(problem(own, { ...own, clientId: undefined })).toBe('entry 2: "clientId" is missing');
  expect(problem({ ...own, clientSecrets: "hidden" })).toMatch(/^entry 1: "clientSecrets" is not known/);
  expect(problem({ ...own, clientSecrets: "hidden" })).not.toContain("hidden");
  expect(problem({ ...own, issuer: "http://id.example.org" })).toBe(
    'entry 1: "issuer" must be an address with https://',
  );
  expect(problem({ ...own, tokenEndpoint: "https://id.example.org/token" })).toContain("belong together");
  expect(problem(own, own)).toBe('two providers are called example-mail: give one another "id"');
  expect(problem({ ...own, issuer: "http://localhost:8080" })).toBe("");
});

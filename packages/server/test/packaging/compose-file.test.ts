/** compose.yaml: its settings are ones that Pismo takes, and what it names is there. No registry is asked. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { BlockList } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { loadConfig } from "../../src/config.ts";

const root = join(import.meta.dirname, "../../../..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");

interface Service {
  image: string;
  depends_on?: string[] | Record<string, { condition: string }>;
  networks: string[];
  secrets?: string[];
  environment: Record<string, string>;
  volumes?: string[];
  healthcheck?: unknown;
}
interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { ipam?: { config: { subnet: string }[] } }>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { environment: string }>;
}

const text = read("compose.yaml");
const { services, networks, volumes, secrets } = parse(text, { merge: true }) as Compose;
const values = parseEnv(read("packaging/compose.env"));
const pismos = Object.entries(services).filter(([name]) => name.startsWith("pismo-"));
const [, pismo] = pismos[0]!;

const folder = mkdtempSync(join(tmpdir(), "pismo-compose-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** As compose puts the values of .env in. @throws Error one is missing */
const interpolate = (value: string): string =>
  value.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => {
    if (!values[name]) throw new Error(`${name} is not in packaging/compose.env`);
    return values[name];
  });

/** The environment of a Pismo, its secrets in files as in the container. */
function environment(): Record<string, string> {
  for (const name of pismo.secrets ?? []) writeFileSync(join(folder, name), values[secrets[name]!.environment]!);
  return Object.fromEntries(
    Object.entries(pismo.environment).map(([name, value]) => [
      name,
      interpolate(value).replace("/run/secrets", folder),
    ]),
  );
}

test("its settings are ones that Pismo takes, with the values to begin with", () => {
  const config = loadConfig(environment());
  expect(config).toMatchObject({
    mode: "hosted",
    publicUrl: "https://mail.example.org",
    databaseUrl: "postgres://pismo:replace-me@database:5432/pismo",
    blobs: { bucket: "pismo", region: "garage", endpoint: "http://objects:3900" },
    s3AccessKeyId: values["BLOBS_KEY"],
    s3SecretAccessKey: values["BLOBS_SECRET"],
  });
  expect(config.secretKey).toHaveLength(32);
});

test("every variable that it asks for is one of packaging/compose.env, and none is left over", () => {
  const asked = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
  const inSecrets = Object.values(secrets).map(({ environment: name }) => name);
  expect(new Set([...asked, ...inSecrets])).toEqual(new Set(Object.keys(values)));
});

describe("its parts fit together", () => {
  test("three Pismos, alike, with no privilege", () => {
    expect(pismos).toHaveLength(3);
    for (const [, service] of pismos) expect(service).toEqual(pismo);
    expect(pismo).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
  });

  test("the balancer knows each of them, and they believe its address", () => {
    const { UPSTREAMS = "" } = services["balancer"]!.environment;
    expect(UPSTREAMS.split(" ")).toEqual(pismos.map(([name]) => `${name}:8025`));
    const [subnet = ""] = networks["front"]!.ipam!.config.map((each) => each.subnet);
    expect(pismo.environment["PISMO_TRUSTED_PROXIES"]).toBe(subnet);
    const { trustedProxies = new BlockList() } = loadConfig(environment());
    expect([trustedProxies.check("172.30.86.9"), trustedProxies.check("172.30.87.9")]).toEqual([true, false]);
  });

  test.each(Object.entries(services))("%s names only what is there", (_, service) => {
    for (const network of service.networks) expect(networks).toHaveProperty(network);
    for (const name of service.secrets ?? []) expect(secrets).toHaveProperty(name);
    const sources = (service.volumes ?? []).map((volume) => volume.split(":", 1)[0]!);
    const missing = sources.filter(
      (source) => !(source.startsWith("./") ? existsSync(join(root, source)) : source in volumes),
    );
    expect(missing).toEqual([]);
    const needed = service.depends_on ?? [];
    for (const name of Array.isArray(needed) ? needed : Object.keys(needed)) expect(services).toHaveProperty(name);
    if (Array.isArray(needed)) return;
    for (const name of Object.keys(needed)) expect(services[name]?.healthcheck).toBeDefined();
  });
});

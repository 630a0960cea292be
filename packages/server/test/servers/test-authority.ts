/** A certificate authority and its certificates, created for one run. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Certificate {
  cert: string;
  key: string;
}

export interface TestAuthority {
  /** The root certificate. PEM. */
  ca: string;
  /** @param names DNS names, or IP:… */
  sign(names: readonly string[], options?: { isExpired?: boolean }): Certificate;
  /** Self-signed. */
  selfSigned(names: readonly string[]): Certificate;
  remove(): void;
}

const ec = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
const alternatives = (names: readonly string[]): string =>
  `subjectAltName=${names.map((name) => (name.includes(":") ? name : `DNS:${name}`)).join(",")}`;

export function createTestAuthority(): TestAuthority {
  const dir = mkdtempSync(join(tmpdir(), "pismo-ca-"));
  const file = (name: string): string => join(dir, name);
  const openssl = (...args: string[]): void => void execFileSync("openssl", args, { stdio: "ignore", cwd: dir });
  const extensions = ["-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign"];
  openssl(
    "req",
    "-x509",
    ...ec,
    "-days",
    "2",
    "-subj",
    "/CN=Test authority",
    ...extensions,
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
  );
  let count = 0;
  const read = (name: string): Certificate => ({
    cert: readFileSync(file(`${name}.pem`), "utf8"),
    key: readFileSync(file(`${name}.key`), "utf8"),
  });
  return {
    ca: readFileSync(file("ca.pem"), "utf8"),
    sign(names, { isExpired = false } = {}) {
      const name = `cert${++count}`;
      writeFileSync(file(`${name}.ext`), alternatives(names));
      openssl("req", ...ec, "-subj", "/CN=Test server", "-keyout", `${name}.key`, "-out", `${name}.csr`);
      const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", `${name}.ext`];
      openssl("x509", "-req", "-in", `${name}.csr`, ...by, "-days", isExpired ? "-1" : "2", "-out", `${name}.pem`);
      return read(name);
    },
    selfSigned(names) {
      const name = `cert${++count}`;
      const what = ["-x509", ...ec, "-days", "2", "-subj", "/CN=Itself", "-addext", alternatives(names)];
      openssl("req", ...what, "-keyout", `${name}.key`, "-out", `${name}.pem`);
      return read(name);
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

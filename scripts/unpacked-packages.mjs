/** The folder, per user, for Debian packages that cannot be installed together. */
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Outside the project: unprivileged users run what is in it, and a project may lie in a home that they may not enter. */
export const unpackedFolder = join(tmpdir(), `pismo-test-packages-${process.getuid?.() ?? 0}`);

/** Unpacked beside them, because an installed Caddy would serve port 80 of this machine. */
export const caddyFolder = `${unpackedFolder}-caddy`;

/** Beside them, as only `npm run test:s3` needs it. */
export const cephFolder = `${unpackedFolder}-ceph`;

/** Caddy, installed or unpacked; undefined where there is none. */
export const caddyPath = () => ["/usr/bin/caddy", join(caddyFolder, "usr/bin/caddy")].find((path) => existsSync(path));

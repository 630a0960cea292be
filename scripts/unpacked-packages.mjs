/** The folder, per user, for Debian packages that cannot be installed together. */
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Outside the project: unprivileged users run what is in it, and a project may lie in a home that they may not enter. */
export const unpackedFolder = join(tmpdir(), `pismo-test-packages-${process.getuid?.() ?? 0}`);

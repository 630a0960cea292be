/**
 * `npm run test:s3`: the tests of blobs in a bucket, against Ceph's RADOS Gateway instead of the gate's small server, and
 * what it alone can show. Takes Debian, some 60 MB of its packages, and some five minutes.
 */
import { installPackages, unpackCeph } from "./debian-packages.mjs";
import { postgresPrograms } from "./postgres.mjs";
import { installDependencies, run } from "./runtime.mjs";

installDependencies();
installPackages(["postgresql", "openssl"]);
const reason = postgresPrograms() === undefined ? "PostgreSQL is missing" : unpackCeph();
if (reason) {
  console.error(`The tests against Ceph's RADOS Gateway cannot run here: ${reason}.`);
  process.exit(1);
}
const env = { ...process.env, S3_ENGINE: "ceph" };
process.exitCode = run("vitest", ["run", "--project", "ceph", ...process.argv.slice(2)], { env });

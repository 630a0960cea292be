/** `npm run test:sieve -- [SCRIPTS] [SEED]`: made-up scripts on made-up letters, by Pismo and by Debian's Pigeonhole. */
import { installPackages } from "./debian-packages.mjs";
import { installDependencies, run } from "./runtime.mjs";

const [scripts = "5000", seed = String(Date.now() % 1_000_000_000), ...more] = process.argv.slice(2);
if (!(Number(scripts) >= 1) || !Number.isSafeInteger(Number(seed)) || more.length > 0) {
  console.error("npm run test:sieve -- [SCRIPTS] [SEED]: two numbers");
  process.exit(2);
}
installDependencies();
installPackages(["dovecot-sieve"]);
console.log(`${scripts} scripts from seed ${seed}`);
const env = { ...process.env, SIEVE_SCRIPTS: scripts, SIEVE_SEED: seed };
process.exit(run("vitest", ["run", "--project", "server", "packages/server/test/sieve/pigeonhole.test.ts"], { env }));

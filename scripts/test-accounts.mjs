/** `npm run test:accounts -- [ACCOUNTS]`: what a server costs with so many mirrored accounts, of which 100 are in use. */
import { installPackages } from "./debian-packages.mjs";
import { installDependencies, run } from "./runtime.mjs";

const [accounts = "10000", ...more] = process.argv.slice(2);
if (!(Number(accounts) >= 2000) || more.length > 0) {
  console.error("npm run test:accounts -- [ACCOUNTS]: a number from 2000, 10000 when left out");
  process.exit(2);
}
installDependencies();
installPackages(["postgresql", "dovecot-imapd"]);
const env = { ...process.env, MANY_ACCOUNTS: accounts };
process.exit(run("vitest", ["run", "--project", "server", "packages/server/test/many-accounts"], { env }));

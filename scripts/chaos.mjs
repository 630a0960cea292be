/** `npm run chaos -- [MINUTES]`: several processes on one database, which are killed for so long while clients write. */
import { installDebianPackages } from "./debian-packages.mjs";
import { installDependencies, run } from "./runtime.mjs";

const [minutes = "10", ...more] = process.argv.slice(2);
if (!(Number(minutes) > 0) || more.length > 0) {
  console.error("npm run chaos -- [MINUTES]: a number, 10 when left out");
  process.exit(2);
}
installDependencies();
installDebianPackages();
const env = { ...process.env, CHAOS_MINUTES: minutes };
process.exit(run("vitest", ["run", "--project", "server", "packages/server/test/chaos"], { env }));

/**
 * `npm start`: installs and builds what is missing, then serves. Plain JavaScript for any Node from 18 on,
 * because it is what brings the Node that the rest runs on. Arguments are those of `pismo`; none mean `serve`.
 */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { buildWebClient, installDependencies, onEnd, pinnedNode } from "./runtime.mjs";

installDependencies();
buildWebClient();

const args = process.argv.slice(2);
const server = spawn(pinnedNode(), ["packages/server/src/main.ts", ...(args.length > 0 ? args : ["serve"])], {
  stdio: "inherit",
});
// The terminal sends Ctrl-C to the server too, and a second SIGINT would end it at once.
onEnd(() => server.kill("SIGTERM"));
server.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));

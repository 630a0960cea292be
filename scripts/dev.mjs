/** `npm run dev`: both sides reload. The web client's development server passes JMAP on to the server. */
import { spawn } from "node:child_process";
import { installDependencies, onEnd, pinnedNode } from "./runtime.mjs";

installDependencies();

const webPort = "5173";
const port = process.env.PISMO_PORT || "8025";
const environment = {
  ...process.env,
  PISMO_DEV_ORIGIN: `http://127.0.0.1:${webPort}`,
};
// For Vite alone: the server takes no variable that it does not know.
const webEnvironment = { ...process.env, PISMO_DEV_BACKEND: `http://127.0.0.1:${port}` };

const children = [
  spawn(pinnedNode(), ["--watch", "--watch-preserve-output", "packages/server/src/main.ts", "serve"], {
    stdio: "inherit",
    env: environment,
  }),
  spawn("vite", ["--port", webPort, "--strictPort", "packages/web"], { stdio: "inherit", env: webEnvironment }),
];
let isEnding = false;
/** One without the other is no use. The first to end says how it went. */
function end(code) {
  if (isEnding) return;
  isEnding = true;
  for (const child of children) child.kill("SIGTERM");
  process.exitCode = code;
}
onEnd(() => end(0));
for (const child of children) child.on("exit", (code) => end(code ?? 1));

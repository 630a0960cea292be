/** A process that holds the lock of a data directory until it is killed, even after garbage collections. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { lockDataDir } from "../../src/store/db/data-dir.ts";

lockDataDir(process.argv[2] ?? "");
setFlagsFromString("--expose-gc");
(runInNewContext("gc") as () => void)();
setTimeout(() => process.send?.("locked"), 50);
setInterval(() => {}, 1000);

/** Those who wait to be let in: ../../migrations/0076-waiting-senders.ts, which holds here as it stands. */
export { waitingSenders } from "../../migrations/0076-waiting-senders.ts";

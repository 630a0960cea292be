import {
  applyPatch,
  screenedStates,
  type ScreenedSender,
  type ScreenedState,
  SCREENING,
  SetFailure,
} from "@pismo/jmap";
import { decideOn } from "../../store/screening/release.ts";
import { stateOfSender } from "../../store/screening/screened-senders.ts";
import { checkArguments, oneOf } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertRecord, oneByOne, setShape, standardSet } from "../standard/set.ts";

/** They come with letters and go with them. */
const forbidden = (): never => {
  throw new SetFailure({
    type: "forbidden",
    description: "First-time senders come with letters: their state alone is set",
  });
};

const changeable = { state: oneOf(...screenedStates) };

/** ScreenedSender/set: as RFC 8620 §5.3, of the state alone. An extension of ours, see SCREENING. */
export const set: Method<"ScreenedSender/set"> = {
  capability: SCREENING,
  parse: (args) => checkArguments(setShape<ScreenedSender>(), args),
  run: (args, call) =>
    standardSet<ScreenedSender>(
      args,
      call,
      "Email",
      oneByOne(
        {
          create: forbidden,
          destroy: forbidden,
          async update(tx, senderId, patch) {
            const before = await stateOfSender(tx, args.accountId, senderId);
            if (before === undefined) throw new SetFailure({ type: "notFound" });
            const after = applyPatch({ state: before }, patch, { state: "waiting" as ScreenedState });
            assertRecord(after, changeable);
            await decideOn(tx, args.accountId, { senderId, before, state: after.state });
            return null;
          },
        },
        call,
      ),
    ),
};

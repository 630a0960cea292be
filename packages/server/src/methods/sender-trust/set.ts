import { REMOTE_IMAGES, SetFailure, type SenderTrustSetArgs } from "@pismo/jmap";
import { forgetSender, rememberSender } from "../../store/mail/image-senders.ts";
import { boolean, checkArguments, id, mapOf, type Shape, shapeOf } from "../checks.ts";
import type { Method } from "../context.ts";
import { Outcomes } from "../standard/outcomes.ts";
import { assertSetSize } from "../standard/set.ts";
import { senderTrustOf } from "./senders.ts";

const shape: Shape<SenderTrustSetArgs> = { accountId: id, update: mapOf(id, shapeOf({ showsImages: boolean })) };

/** SenderTrust/set: an extension of ours, see REMOTE_IMAGES. */
export const set: Method<"SenderTrust/set"> = {
  capability: REMOTE_IMAGES,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId, update }, call) {
    assertSetSize({ update }, call);
    const { context, createdIds } = call;
    const updated = new Outcomes<null>();
    await context.store.write(async (tx) => {
      for (const [key, { showsImages }] of Object.entries(update)) {
        await updated.attempt(createdIds.nameOf(key), async () => {
          const [trust] = await senderTrustOf(tx, accountId, [createdIds.resolve(key)], context);
          if (!trust) throw new SetFailure({ type: "notFound" });
          const { sender, authentication } = trust;
          if (sender !== null && !showsImages) await forgetSender(tx, accountId, sender);
          // Without authentication, others could send under that name.
          if (showsImages && (sender === null || authentication !== "pass")) {
            throw new SetFailure({ type: "forbidden", description: "The sender of this letter is not proven" });
          }
          if (sender !== null && showsImages) await rememberSender(tx, accountId, sender);
          return null;
        });
      }
    });
    return { accountId, updated: updated.done, notUpdated: updated.failed };
  },
};

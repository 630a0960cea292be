import { notify, notifyNotDone } from "../../../store/index.ts";
import { keepsNeverOffered, setOffered, type Suggestion } from "../../../store/drafts/writing.ts";

/** A person is not offered again, on any device, until it is undone. */
function neverOffer({ name, email }: Suggestion): void {
  const undo = (): void => void setOffered([email], true).catch(notifyNotDone);
  setOffered([email], false).then(
    () => notify({ key: "compose.neverOffered", values: { name: name || email }, undo }),
    notifyNotDone,
  );
}

/** undefined where no server would keep it. */
export const neverOfferWhereKept = (): typeof neverOffer | undefined => (keepsNeverOffered() ? neverOffer : undefined);

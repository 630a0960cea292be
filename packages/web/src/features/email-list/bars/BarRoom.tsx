import { useParams } from "react-router";
import { getAccount, subscribeToSession } from "../../../store/session/session.ts";
import { pageSource } from "../../../store/prefetch/page-source.ts";
import { Coming } from "../../../ui/lazy/Coming.tsx";
import { BarRooms } from "./BarRooms.tsx";

const isOther = (): boolean => getAccount().accountId !== pageSource()?.accountId;

/** What was there when the page began is not said of it later. */
let isOver = isOther();
subscribeToSession(() => {
  isOver ||= isOther();
});

/** Of a bar of which it is not known yet whether it is there: its room; where that is not known either, the rows wait for it. */
export function BarRoom({ bar }: { bar: string }) {
  const { folder } = useParams();
  // The page that began with another folder has no word on what stands above this one.
  const isSaid = !isOver && pageSource()?.list.query.folder === folder;
  return isSaid ? <BarRooms only={bar} /> : <Coming />;
}

import type { InboxBar } from "@pismo/jmap";
import { pageSource } from "../../../store/prefetch/page-source.ts";
import { useAccount } from "../../../store/index.ts";
import { BarRooms } from "./BarRooms.tsx";

/** Of a bar of which it is not known yet whether it is there. */
export function BarRoom({ bar }: { bar: InboxBar }) {
  const { accountId } = useAccount();
  return pageSource()?.accountId === accountId ? <BarRooms only={bar} /> : null;
}

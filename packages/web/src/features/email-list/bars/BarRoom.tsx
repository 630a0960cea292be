import { pageSource } from "../../../store/prefetch/page-source.ts";
import { useAccount } from "../../../store/index.ts";
import { BarRooms } from "./BarRooms.tsx";

/** Of a bar of which it is not known yet whether it is there. */
export function BarRoom({ bar }: { bar: string }) {
  const { accountId } = useAccount();
  return pageSource()?.accountId === accountId ? <BarRooms only={bar} /> : null;
}

import { useEffect, useState } from "react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { useAccount, useAccountOf, useLabels, useMailbox } from "../store/index.ts";

/**
 * A list whose folder or label was removed in another tab, and has come back, is shown again: its page would stay an error
 * until the next navigation. Code that comes after the list.
 */
export function useReturnedList(): void {
  const { key, pathname, search, state } = useLocation();
  const { folder } = useParams();
  const [params] = useSearchParams();
  const labels = useLabels();
  const mailbox = useMailbox(folder ?? "inbox");
  const navigate = useNavigate();
  const [missing, setMissing] = useState<string>();
  const label = params.get("label");
  // While the account of the address is not shown yet, what is missing is another one's.
  const isShown = useAccountOf(search)?.accountId === useAccount().accountId;
  const isThere = mailbox !== undefined && (label === null || labels.some(({ id }) => id === label));
  if (isShown && !isThere && missing !== key) setMissing(key);
  useEffect(() => {
    if (isShown && isThere && missing === key) void navigate(pathname + search, { replace: true, state });
  });
}

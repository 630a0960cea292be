import { useEffect, useState } from "react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { useLabels, useMailbox } from "../store/index.ts";

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
  const isThere = mailbox !== undefined && (label === null || labels.some(({ id }) => id === label));
  if (!isThere && missing !== key) setMissing(key);
  useEffect(() => {
    if (isThere && missing === key) void navigate(pathname + search, { replace: true, state });
  });
}

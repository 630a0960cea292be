import type { Id } from "@pismo/jmap";
import { useCallback } from "react";
import { useNavigate } from "react-router";
import { afterPaint, switchAccount } from "../store/index.ts";

/** Leaves the URL, which belongs to the account that is shown; resolves when its page is off the screen. */
export function useLeaveAccount(): (options?: { replace: boolean }) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (options) => {
      await navigate("/inbox?letters=all", { ...options, flushSync: true });
      // The router flushes only what needs no code: a list whose code had to be fetched is rendered in a moment.
      await new Promise<void>((resolve) => void afterPaint(resolve));
    },
    [navigate],
  );
}

/** Shows another account's inbox. */
export function useShowAccount(): (id: Id) => Promise<void> {
  const leave = useLeaveAccount();
  return useCallback(
    async (id) => {
      await leave();
      switchAccount(id);
    },
    [leave],
  );
}

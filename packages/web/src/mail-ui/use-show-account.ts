import type { Id } from "@pismo/jmap";
import { useCallback } from "react";
import { useNavigate } from "react-router";
import { afterPaint, switchAccount } from "../store/index.ts";

/** The way out of what the address names, which belongs to the account that was shown; resolves when that is off the screen. */
export function useLeaveLetters(): (options?: { replace: boolean }) => Promise<void> {
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
  const leave = useLeaveLetters();
  return useCallback(
    async (id) => {
      await leave();
      switchAccount(id);
    },
    [leave],
  );
}

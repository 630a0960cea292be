import type { Id } from "@pismo/jmap";
import { useCallback } from "react";
import { useNavigate } from "react-router";
import { switchAccount } from "../store/index.ts";

/** The way out of what the address names, which belongs to the account that was shown; resolves when that is off the screen. */
export function useLeaveLetters(): (options?: { replace: boolean }) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async (options) => navigate("/inbox?letters=all", { ...options, flushSync: true }), [navigate]);
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

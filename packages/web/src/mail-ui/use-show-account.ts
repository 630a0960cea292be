import type { Id } from "@pismo/jmap";
import { useCallback } from "react";
import { type NavigateOptions, useNavigate } from "react-router";
import { afterPaint } from "../store/index.ts";

/** Shows an account's inbox; resolves when the page before, which belonged to another account, is off the screen. */
export function useShowAccount(): (id: Id | undefined, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (id, options) => {
      await navigate(`/inbox?letters=all&account=${id}`, { ...options, flushSync: true });
      // The router flushes only what needs no code: a list whose code had to be fetched is rendered in a moment.
      await new Promise<void>((resolve) => void afterPaint(resolve));
    },
    [navigate],
  );
}

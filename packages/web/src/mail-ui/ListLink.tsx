import type { ComponentProps, MouseEvent } from "react";
import { useAccount } from "../store/index.ts";
import { inShownAccount } from "../store/session/shown-account.ts";
import { useNavigateWhenLoaded } from "./use-navigate-when-loaded.ts";

interface ListLinkProps extends Omit<ComponentProps<"a">, "href" | "onClick"> {
  /** Path and search of the list's URL. */
  to: string;
  onChosen?: (() => void) | undefined;
}

/**
 * A link to a list, which is shown once its rows are there. The router's Link would render again with every address: the
 * navigation has one for each folder.
 */
export function ListLink({ to, onChosen, children, ...props }: ListLinkProps) {
  const { toList } = useNavigateWhenLoaded();
  // Its address names the account.
  useAccount();
  const choose = (event: MouseEvent): void => {
    onChosen?.();
    // Clicks that open a new tab are left to the browser.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    toList(to);
  };
  return (
    <a {...props} href={inShownAccount(to)} onClick={choose}>
      {children}
    </a>
  );
}

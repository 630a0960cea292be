import { useLayoutEffect, useRef } from "react";
import { useLocation, useSearchParams } from "react-router";
import { switchAccount, useAccount, useAccountOf } from "../store/index.ts";
import { namingAccount } from "../store/session/account-address.ts";

/** Shows the account of the address. @returns whether it is shown yet; undefined: the person has none of that name */
export function useAddressAccount(): boolean | undefined {
  const { key, search } = useLocation();
  const [, setParams] = useSearchParams();
  const wanted = useAccountOf(search)?.accountId;
  const { accountId: shown } = useAccount();
  const followed = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (followed.current !== key) switchAccount(wanted);
    // Another account has become the first one, which has no name in addresses: this page stays in its own.
    else if (wanted && wanted !== shown) setParams((params) => namingAccount(params, shown), { replace: true });
    followed.current = key;
  }, [key, wanted, shown, setParams]);
  return wanted === undefined ? undefined : wanted === shown;
}

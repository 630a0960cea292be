import type { Id } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { accountOfEmail } from "../../store/records/account-of-email.ts";
import { accountInAddress, namingAccount } from "../../store/session/account-address.ts";

/**
 * An address without an account is that of the first one, which may be another here than where it was copied: the page goes
 * on in the account that has the Email.
 * @returns whether that is still to be known
 */
export function useOtherAccount(id: Id, isMissing: boolean): boolean {
  const [params, setParams] = useSearchParams();
  const [isNowhere, setNowhere] = useState(false);
  const isWanted = isMissing && !isNowhere && accountInAddress(params.toString()) === null;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isLeft = false;
    void accountOfEmail(id).then((found) => {
      if (isLeft) return;
      if (found === undefined) setNowhere(true);
      else setParams((before) => namingAccount(before, found), { replace: true });
    });
    return () => {
      isLeft = true;
    };
  }, [id, isWanted, setParams]);
  return isWanted;
}

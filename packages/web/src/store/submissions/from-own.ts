import { addressKey } from "@pismo/jmap";
import { useEffect, useState } from "react";
import type { FullEmail } from "../records/email-properties.ts";
import { loadIdentities } from "../records/identities.ts";
import { recordsOf } from "../records/records.ts";
import { accountWith, placeOf } from "../session/all-accounts.ts";

/** Whether a letter is from an address of its account. Where they are not known, its own is. */
export function useIsFromOwn(email: FullEmail): boolean {
  const { accountId } = placeOf(email.id);
  const records = recordsOf(accountId);
  const [identities, setIdentities] = useState(() => records.maps.Identity.values());
  useEffect(() => {
    loadIdentities(records).then(setIdentities, () => undefined);
  }, [records]);
  const own = new Set([accountWith(accountId), ...identities].map((each) => addressKey(each.email)));
  return email.from?.some((each) => own.has(addressKey(each.email))) === true;
}

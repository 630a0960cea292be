import { ALL_ACCOUNTS_ID } from "@pismo/jmap";
import { useEffect } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { switchAccount, useSessionStatus } from "../../store/index.ts";
import { useHasAllAccounts } from "../../store/session/all-accounts.ts";
import { NotFoundError } from "../../ui/NotFoundError.ts";

/** The way into a folder of all accounts, from any of them. No list is on the screen while the account changes. */
export function AllAccountsPage() {
  const { folder = "" } = useParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isReady = useSessionStatus() === "ready";
  const isOffered = useHasAllAccounts();
  useEffect(() => {
    if (!isOffered) return;
    switchAccount(ALL_ACCOUNTS_ID);
    void navigate(`/${folder}${search}`, { replace: true });
  }, [isOffered, folder, search, navigate]);
  if (isReady && !isOffered) throw new NotFoundError(pathname);
  return null;
}

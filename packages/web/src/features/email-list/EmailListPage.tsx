import { lazy, Suspense, useMemo } from "react";
import { useLocation, useParams, useSearchParams } from "react-router";
import { listQueryFromUrl, queryKey, useAccount, useIsMirrored, useMailbox } from "../../store/index.ts";
import { NotFoundError } from "../../ui/NotFoundError.ts";
import { EmailListView } from "./EmailListView.tsx";
import { scrollKeyOf } from "./list-scroll-position.ts";
import styles from "./EmailListView.module.css";

const MirrorBar = lazy(async () => ({ default: (await import("./MirrorBar.tsx")).MirrorBar }));
const PartialNotice = lazy(async () => ({ default: (await import("./PartialNotice.tsx")).PartialNotice }));

/** The Emails of a folder, as the address names it. */
export function EmailListPage() {
  const { folder = "" } = useParams();
  const [params] = useSearchParams();
  const scrollKey = scrollKeyOf(useLocation());
  const query = useMemo(() => listQueryFromUrl(folder, params), [folder, params]);
  const found = useMailbox(folder);
  const { accountId } = useAccount();
  const isMirrored = useIsMirrored(accountId);
  if (!found) throw new NotFoundError(`/${folder}`);
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        {isMirrored && (
          <Suspense fallback={null}>
            <MirrorBar key={accountId} accountId={accountId} />
          </Suspense>
        )}
        {/* Only a mirror may know Emails whose texts it has not fetched yet. */}
        {query.q !== undefined && isMirrored && (
          <Suspense fallback={null}>
            <PartialNotice key={queryKey(query)} query={query} />
          </Suspense>
        )}
        <EmailListView key={queryKey(query)} query={query} scrollKey={scrollKey} />
      </div>
    </div>
  );
}

import { queryKey, useAccount, useIsMirrored } from "../../../store/index.ts";
import { PartialNotice } from "../PartialNotice.tsx";
import { ResultsBar, type ResultsBarProps } from "./ResultsBar.tsx";

/** Above the results of a search, with what may be missing of them. */
export function ResultsHead(props: ResultsBarProps) {
  const isMirrored = useIsMirrored(useAccount().accountId);
  return (
    <>
      <ResultsBar {...props} />
      {/* Only a mirror may know Emails whose texts it has not fetched yet. */}
      {isMirrored && <PartialNotice key={queryKey(props.query)} query={props.query} />}
    </>
  );
}

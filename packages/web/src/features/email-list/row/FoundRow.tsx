import { memo } from "react";
import { type ListQuery, useEmailRow } from "../../../store/index.ts";
import { type EmailListRowProps, LoadedRow } from "./EmailListRow.tsx";
import { SkeletonRow } from "./SkeletonRow.tsx";
import { useRowMarks } from "./use-row-marks.tsx";

/** One Email among the results of a search, with what matches marked. */
export const FoundRow = memo(function FoundRow({ id, query, ...props }: EmailListRowProps & { query: ListQuery }) {
  const row = useEmailRow(id);
  const marks = useRowMarks(query, id, props.texts);
  return row ? <LoadedRow row={row} marks={marks} {...props} /> : <SkeletonRow top={props.top} />;
});

import { useState } from "react";
import { blobUrl } from "../store/records/blobs.ts";
import styles from "./FilePreview.module.css";
import { Waiting } from "./Waiting.tsx";
import type { PreviewFile } from "./viewer-of.ts";

/** Sound or video. Nothing plays before it is asked to. */
export function MediaView({ file, isVideo }: { file: PreviewFile; isVideo: boolean }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <Waiting content={{ state: "failed" }} />;
  const given = {
    src: blobUrl(file.blobId, file.name, file.type),
    controls: true,
    preload: "metadata",
    "aria-label": file.name,
    onError: () => setBroken(true),
  } as const;
  return (
    <div className={styles.media}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- files of strangers bring none */}
      {isVideo ? <video {...given} className={styles.video} /> : <audio {...given} />}
    </div>
  );
}

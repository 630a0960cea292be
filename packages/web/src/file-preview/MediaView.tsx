import { type ReactNode, useCallback, useState } from "react";
import { fetchStart } from "../store/files/file-start.ts";
import { blobUrl } from "../store/records/blobs.ts";
import styles from "./FilePreview.module.css";
import { isRecording, RECORDING_START } from "./recording.ts";
import { useLoaded } from "./use-content.ts";
import { Waiting } from "./Waiting.tsx";
import type { PreviewFile } from "./viewer-of.ts";

/**
 * Sound or video. Nothing plays before it is asked to.
 * @param children where it is neither
 */
export function MediaView({ file, isVideo, children }: { file: PreviewFile; isVideo: boolean; children: ReactNode }) {
  const { blobId, name, type } = file;
  const [isBroken, setBroken] = useState(false);
  const load = useCallback(
    async (id: string, signal: AbortSignal) => isRecording(await fetchStart(id, name, type, RECORDING_START, signal)),
    [name, type],
  );
  const content = useLoaded(blobId, load);
  if (isBroken) return <Waiting content={{ state: "failed" }} />;
  if (content.state !== "ready") return <Waiting content={content} />;
  if (!content.value) return children;
  const given = {
    src: blobUrl(blobId, name, type),
    controls: true,
    preload: "metadata",
    "aria-label": name,
    onError: () => setBroken(true),
  } as const;
  return (
    <div className={styles.media}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- files of strangers bring none */}
      {isVideo ? <video {...given} className={styles.video} /> : <audio {...given} />}
    </div>
  );
}

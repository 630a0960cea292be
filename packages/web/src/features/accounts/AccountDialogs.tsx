import { FolderRolesDialog } from "./FolderRolesDialog.tsx";
import { SessionsDialog } from "./SessionsDialog.tsx";

export type AccountTask = "sessions" | "folders";

/** The dialogs that the account menu opens. */
export function AccountDialogs({ task, onDone }: { task: AccountTask | undefined; onDone: () => void }) {
  if (task === "sessions") return <SessionsDialog onDone={onDone} />;
  return task === "folders" ? <FolderRolesDialog onDone={onDone} /> : null;
}

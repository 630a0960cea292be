import { FolderRolesDialog } from "./setup/FolderRolesDialog.tsx";
import { SessionsDialog } from "./SessionsDialog.tsx";
import { SignatureDialog } from "./SignatureDialog.tsx";

export type AccountTask = "sessions" | "folders" | "signature";

/** The dialogs that the account menu opens. */
export function AccountDialogs({ task, onDone }: { task: AccountTask | undefined; onDone: () => void }) {
  if (task === "sessions") return <SessionsDialog onDone={onDone} />;
  if (task === "signature") return <SignatureDialog onDone={onDone} />;
  return task === "folders" ? <FolderRolesDialog onDone={onDone} /> : null;
}

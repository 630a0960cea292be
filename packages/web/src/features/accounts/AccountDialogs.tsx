import { FolderRolesDialog } from "./setup/FolderRolesDialog.tsx";
import { LeaveDialog } from "./LeaveDialog.tsx";
import { SessionsDialog } from "./SessionsDialog.tsx";
import { SignatureDialog } from "./SignatureDialog.tsx";

/** Where letters wait that will not go at their time, the sign-out asks first. */
export type AccountTask = "sessions" | "folders" | "signature" | { unsent: string[] };

/** The dialogs that the account menu opens. */
export function AccountDialogs({ task, onDone }: { task: AccountTask | undefined; onDone: () => void }) {
  if (typeof task === "object") return <LeaveDialog {...task} onDone={onDone} />;
  if (task === "sessions") return <SessionsDialog onDone={onDone} />;
  if (task === "signature") return <SignatureDialog onDone={onDone} />;
  return task === "folders" ? <FolderRolesDialog onDone={onDone} /> : null;
}

import { AccountSettingsDialog } from "./AccountSettingsDialog.tsx";
import { AddAccountDialog } from "./AddAccountDialog.tsx";
import { RemoveAccountDialog } from "./RemoveAccountDialog.tsx";

export type OwnAccountTask = "add" | "settings" | "signIn" | "remove";

export interface OwnAccountDialogsProps {
  task: OwnAccountTask | undefined;
  onDone: () => void;
}

/** The dialog of the task at hand. */
export function OwnAccountDialogs({ task, onDone }: OwnAccountDialogsProps) {
  switch (task) {
    case "add":
      return <AddAccountDialog onDone={onDone} />;
    case "settings":
    case "signIn":
      return <AccountSettingsDialog isSignIn={task === "signIn"} onDone={onDone} />;
    case "remove":
      return <RemoveAccountDialog onDone={onDone} />;
    default:
      return null;
  }
}

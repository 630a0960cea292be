import { useOpensByLink, useSignInPath, useSignInWith } from "../../store/index.ts";
import { LinkNeeded } from "./LinkNeeded.tsx";
import { ProviderEntrances } from "./ProviderEntrances.tsx";
import { SignInForm } from "./SignInForm.tsx";

/** What this server lets a browser in by. */
export function WayIn() {
  const path = useSignInPath();
  const signInWith = useSignInWith();
  const opensByLink = useOpensByLink();
  if (opensByLink) return <LinkNeeded />;
  if (signInWith) return <ProviderEntrances {...signInWith} />;
  return path === undefined ? null : <SignInForm path={path} />;
}

import type { ProblemDetails } from "@pismo/jmap";
import { ProviderButton } from "../../mail-ui/ProviderButton.tsx";
import { useOpensByLink, useSignInPath } from "../../store/index.ts";
import { useSignInWith } from "../../store/session/provider-sign-in.ts";
import { LinkNeeded } from "./LinkNeeded.tsx";
import { SignInForm } from "./SignInForm.tsx";

/** The way to sign in that this server offers. */
export function WayIn() {
  const path = useSignInPath();
  const signInWith = useSignInWith();
  const opensByLink = useOpensByLink();
  if (opensByLink) return <LinkNeeded />;
  if (signInWith) return <ProviderEntrances {...signInWith} />;
  return path === undefined ? null : <SignInForm path={path} />;
}

/** Sign-in at a provider: the mail server takes no passwords. */
function ProviderEntrances({ start, providers }: NonNullable<ProblemDetails["signInWith"]>) {
  return providers.map((provider) => <ProviderButton key={provider.id} provider={provider} path={start} />);
}

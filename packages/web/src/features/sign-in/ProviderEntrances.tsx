import type { ProblemDetails } from "@pismo/jmap";
import { ProviderButton } from "../../mail-ui/ProviderButton.tsx";

/** Getting in by way of a provider: the mail server takes no passwords. */
export function ProviderEntrances({ start, providers }: NonNullable<ProblemDetails["signInWith"]>) {
  return providers.map((provider) => <ProviderButton key={provider.id} provider={provider} path={start} />);
}

import { Component, type ReactNode, useContext } from "react";
import { ErrorPage } from "./ErrorPage.tsx";
import { type Step, StepContext } from "./steps.ts";

interface Props {
  isInShell?: boolean;
  children: ReactNode;
}

/** Shows the error page in the place of what fails, until another step is shown. */
export function PageErrors(props: Props) {
  return <Boundary {...props} step={useContext(StepContext)} />;
}

interface State {
  step: Step | undefined;
  failure?: { error: unknown } | undefined;
}

class Boundary extends Component<Props & { step: Step | undefined }, State> {
  override state: State = { step: this.props.step };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ step }: { step: Step | undefined }, state: State): State | null {
    return step === state.step ? null : { step, failure: undefined };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? (
      <ErrorPage isInShell={this.props.isInShell ?? false} error={failure.error} />
    ) : (
      this.props.children
    );
  }
}

import { useContext } from "react";
import { StepContext } from "./steps.ts";

/** The page of the step that is shown; what keeps it from being shown is thrown, as what it throws itself. */
export function ShownPage() {
  const { Page, error } = useContext(StepContext) ?? {};
  if (error !== undefined) throw error;
  return Page && <Page />;
}

import { type RouteObject, Router, useRoutes } from "react-router";
import { useSignal } from "../store/signal.ts";
import { PageErrors } from "./PageErrors.tsx";
import { StepContext, type Steps } from "./steps.ts";

/** Draws the routes at the step that is shown. */
export function Routed({ routes, steps }: { routes: RouteObject[]; steps: Steps }) {
  const step = useSignal(steps.shown);
  return (
    <Router location={step.location} navigationType={step.action} navigator={steps.navigator}>
      <StepContext value={step}>
        <PageErrors>
          <Pages routes={routes} />
        </PageErrors>
      </StepContext>
    </Router>
  );
}

/** Their hook asks for the router around it. */
function Pages({ routes }: { routes: RouteObject[] }) {
  return useRoutes(routes);
}

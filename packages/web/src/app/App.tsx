import { TooltipProvider } from "../ui/tooltip/Tooltip.tsx";
import { steps } from "./page-steps.ts";
import { Routed } from "./Routed.tsx";
import { routes } from "./routes.tsx";

export function App() {
  return (
    <TooltipProvider>
      <Routed routes={routes} steps={steps} />
    </TooltipProvider>
  );
}

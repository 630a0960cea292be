import { RouterProvider } from "react-router/dom";
import { TooltipProvider } from "../ui/Tooltip.tsx";
import { router } from "./routes.tsx";

export function App() {
  return (
    <TooltipProvider>
      {/* A transition is drawn in pieces when nothing else is to do: what a click asks for is drawn in the next frame. */}
      <RouterProvider router={router} useTransitions={false} />
    </TooltipProvider>
  );
}

import { RouterProvider } from "react-router/dom";
import { TooltipProvider } from "../ui/Tooltip.tsx";
import "./global.css";
import "./print.css";
import { router } from "./routes.tsx";

export function App() {
  return (
    <TooltipProvider>
      <RouterProvider router={router} />
    </TooltipProvider>
  );
}

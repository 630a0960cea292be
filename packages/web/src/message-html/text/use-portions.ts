import { useEffect, useState } from "react";

/** How many of `total` portions stand on the page: one at once, the others one by one, with time for the person between them. */
export function usePortions(total: number): number {
  const [count, setCount] = useState(1);
  useEffect(() => {
    if (count >= total) return undefined;
    const timer = setTimeout(() => setCount(count + 1));
    return () => clearTimeout(timer);
  }, [count, total]);
  return Math.min(count, total);
}

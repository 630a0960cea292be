import { useMemo } from "react";
import { encode } from "uqr";

/** ISO/IEC 18004 §5.3.8: four modules of white on each side, without which scanners find nothing. */
const QUIET_ZONE = 4;

/** A code as scanners read it: black on white in every theme. Nothing where it is longer than such a code can be. */
export function QrCode({ code, label }: { code: string; label: string }) {
  const drawing = useMemo(() => {
    try {
      const { data, size } = encode(code, { ecc: "M", border: QUIET_ZONE });
      const rows = data.flatMap((row, y) => row.map((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : "")));
      return { size, path: rows.join("") };
    } catch {
      return undefined;
    }
  }, [code]);
  if (!drawing) return null;
  const { size, path } = drawing;
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}

import { useMemo } from "react";
import { drawQr } from "./draw-qr.ts";

// the same in all themes: many scanners do not recognize light codes on a dark background
const DARK = "#17180f";
const LIGHT = "#fff";

type QrCodeProps = { readonly text: string; readonly label: string; readonly className: string };

export function QrCode({ text, label, className }: QrCodeProps) {
  const { side, dots, finders } = useMemo(() => drawQr(text), [text]);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} className={className}>
      <rect width={side} height={side} rx={2} fill={LIGHT} />
      <path d={dots} fill={DARK} />
      {finders.map(([x, y]) => (
        <g key={`${x}:${y}`}>
          <rect x={x + 0.5} y={y + 0.5} width={6} height={6} rx={1.9} fill="none" stroke={DARK} strokeWidth={1} />
          <rect x={x + 2} y={y + 2} width={3} height={3} rx={1} fill={DARK} />
        </g>
      ))}
    </svg>
  );
}

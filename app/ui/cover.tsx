import { Music } from "lucide-react";
import { useState } from "react";
import { joinClasses } from "./join-classes.ts";

type CoverProps = {
  readonly src: string | null;
  /** The side in px, or `fill` for the width of the container. */
  readonly size: number | "fill";
  readonly isDimmed?: boolean;
};

/** A track's cover, or a placeholder. Hidden from screen readers, because the title is next to it. */
export function Cover({ src, size, isDimmed = false }: CoverProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const box = size === "fill" ? undefined : { width: size, height: size, borderRadius: Math.min(Math.max(size * 0.03, 4), 10) };
  return (
    <span
      aria-hidden
      style={box}
      className={joinClasses(
        "relative grid shrink-0 place-items-center overflow-hidden bg-sunken text-ink-3",
        "after:absolute after:inset-0 after:rounded-[inherit] after:inset-ring after:inset-ring-(--cover-edge)",
        size === "fill" && "aspect-square w-full rounded-md",
        isDimmed && "opacity-50",
      )}
    >
      {src === null || src === failedSrc ? (
        <Music size={typeof size === "number" ? Math.min(Math.max(Math.round(size * 0.4), 14), 48) : 48} strokeWidth={1.75} />
      ) : (
        <img
          alt=""
          src={src}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailedSrc(src)}
          className="size-full object-cover"
        />
      )}
    </span>
  );
}

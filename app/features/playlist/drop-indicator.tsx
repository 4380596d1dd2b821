type DropIndicatorProps = {
  /** The row before which the dragged rows would be dropped. */
  readonly beforeIndex: number;
  readonly rowPx: number;
};

/** A line with a dot at the place where the dragged rows would be dropped. */
export function DropIndicator({ beforeIndex, rowPx }: DropIndicatorProps) {
  return (
    <div
      aria-hidden
      data-testid="drag-line"
      className="pointer-events-none absolute inset-x-0 top-0 z-1 h-0.5 rounded-full bg-ink before:absolute before:top-1/2 before:left-3 before:size-2 before:-translate-y-1/2 before:rounded-full before:bg-ink max-md:mx-2 md:left-5"
      style={{ transform: `translateY(${beforeIndex * rowPx - 1}px)` }}
    />
  );
}

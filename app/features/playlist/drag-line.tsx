/** Where what is dragged would come to stand: a line with a bead. */
export function DragLine({ before, rowPx }: { readonly before: number; readonly rowPx: number }) {
  return (
    <div
      aria-hidden
      data-testid="drag-line"
      className="pointer-events-none absolute inset-x-0 top-0 z-1 h-0.5 rounded-full bg-ink before:absolute before:top-1/2 before:left-3 before:size-2 before:-translate-y-1/2 before:rounded-full before:bg-ink max-md:mx-2 md:left-5"
      style={{ transform: `translateY(${before * rowPx - 1}px)` }}
    />
  );
}

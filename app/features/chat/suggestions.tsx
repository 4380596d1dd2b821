import type { ReactNode } from "react";
import { joinClasses } from "#app/ui/join-classes.ts";

export type Suggestion = { readonly id: string; readonly content: ReactNode };

type SuggestionsProps = {
  readonly id: string;
  readonly label: string;
  readonly suggestions: readonly Suggestion[];
  readonly activeIndex: number;
  readonly onChoose: (index: number) => void;
};

/** The id of an option, for `aria-activedescendant` of the field. */
export function toOptionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** The list above the field. The field keeps the focus, and its keys choose from the list. */
export function Suggestions({ id, label, suggestions, activeIndex, onChoose }: SuggestionsProps) {
  return (
    <div id={id} role="listbox" aria-label={label} className="forced-edge mb-1 grid rounded-lg bg-overlay p-1 shadow-2">
      {suggestions.map((suggestion, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the field choose an option
        <div
          key={suggestion.id}
          id={toOptionId(id, i)}
          role="option"
          tabIndex={-1}
          aria-selected={i === activeIndex}
          // the field must not lose the focus
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(i)}
          className={joinClasses(
            "flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-2 text-small hover:bg-sunken pointer-coarse:min-h-11",
            i === activeIndex && "forced-edge bg-sunken",
          )}
        >
          {suggestion.content}
        </div>
      ))}
    </div>
  );
}

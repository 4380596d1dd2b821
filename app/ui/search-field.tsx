import { Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { IconButton } from "./icon-button.tsx";
import { joinClasses } from "./join-classes.ts";

type SearchFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  /** Focuses the field when this becomes true. */
  readonly autoFocus?: boolean;
  /** Layout only. */
  readonly className?: string;
};

const BOX =
  "forced-edge flex h-11 min-w-0 items-center gap-2 rounded-md bg-sunken pr-1 pl-3 text-ink-3 md:h-10 pointer-coarse:h-11 " +
  "has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-1 has-[input:focus-visible]:outline-focus";

/** A search field that Escape clears. It uses the browser's own field, because React Aria's would add 5 KB to each page. */
export function SearchField({ label, value, onChange, placeholder = label, autoFocus = false, className }: SearchFieldProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);

  const clear = () => {
    onChange("");
    input.current?.focus();
  };
  const clearOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || value === "") return;
    // otherwise Escape would also close the surrounding dialog
    event.stopPropagation();
    event.preventDefault();
    clear();
  };

  return (
    <div className={joinClasses(BOX, className)}>
      <Search aria-hidden size={16} className="shrink-0" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={clearOnEscape}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        className="h-full w-full min-w-0 flex-1 bg-transparent text-lead text-ink outline-none placeholder:text-ink-3 md:text-body [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== "" && <IconButton size="sm" label={t("clear")} icon={<X />} onPress={clear} />}
    </div>
  );
}

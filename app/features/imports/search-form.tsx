import { CircleAlert, Search } from "lucide-react";
import type { ClipboardEvent, FormEvent } from "react";
import { parseServiceLink } from "#app/domain/imports/service-links.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { isTouchScreen } from "#app/ui/is-touch-screen.ts";
import { SearchField } from "#app/ui/search-field.tsx";
import type { ServiceSearchState } from "./use-service-search.ts";

type SearchFormProps = {
  readonly state: ServiceSearchState;
  /** True if the focus was on something that is gone. */
  readonly autoFocus: boolean;
};

/** One field for all services. A pasted link is opened at once. */
export function SearchForm({ state, autoFocus }: SearchFormProps) {
  const { t } = useTranslation("imports");
  const errorText = useErrorText();
  const { text, setText, error, submit } = state;
  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    submit(text);
  };
  const openPastedLink = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData("text/plain").trim();
    if (!parseServiceLink(pasted)) return;
    event.preventDefault();
    submit(pasted);
  };
  return (
    <form noValidate onSubmit={submitForm} onPaste={openPastedLink} className="grid gap-1.5">
      <div className="flex items-center gap-2">
        <SearchField
          label={t("search.field")}
          value={text}
          onChange={setText}
          autoFocus={autoFocus && !isTouchScreen()}
          className="min-w-0 flex-1"
        />
        <Button type="submit" icon={<Search />}>
          {t("search.submit")}
        </Button>
      </div>
      {error && (
        <p role="alert" className="flex items-start gap-1.5 text-small leading-[18px] font-[450] text-danger-ink">
          <CircleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
          {errorText(error)}
        </p>
      )}
    </form>
  );
}

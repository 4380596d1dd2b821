import { UserRound } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { NamedGuest } from "./guest-list.ts";
import { GuestNameButton } from "./guest-name-button.tsx";
import { PersonSection } from "./person-row.tsx";

type GuestRowsProps = {
  /** The number in the heading. */
  readonly total: number;
  readonly named: readonly NamedGuest[];
  /** The number of guests who are only counted. */
  readonly unnamed: number;
  /** Whether the user may choose a name here. */
  readonly isGuest: boolean;
};

/** The guests who have chosen a name, and the number of the others. */
export function GuestRows({ total, named, unnamed, isGuest }: GuestRowsProps) {
  const { t } = useTranslation("people");
  const hasNames = named.length > 0;
  return (
    <PersonSection title={t("guests")} count={total}>
      {hasNames && (
        <ul>
          {named.map((guest) => (
            <GuestRow key={guest.key} guest={guest} />
          ))}
        </ul>
      )}
      {unnamed > 0 && (
        <p className="px-3 text-small text-ink-3">{hasNames ? t("guestsMore", { count: unnamed }) : t("guestsText")}</p>
      )}
      {isGuest && (
        <div className="flex px-3 pt-2">
          <GuestNameButton />
        </div>
      )}
    </PersonSection>
  );
}

/** A name of a guest, which may equal that of a member, so it has no avatar and is marked as a guest's. */
function GuestRow({ guest: { name, isSelf } }: { readonly guest: NamedGuest }) {
  const { t } = useTranslation("people");
  return (
    <li className="flex min-h-13.5 items-center gap-3 rounded-md px-3 py-1">
      <span aria-hidden className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-ink-2">
        <UserRound size={18} strokeWidth={1.75} />
      </span>
      <span className="min-w-0 flex-1">
        <span title={name} className="block truncate font-label">
          {name}
        </span>
        <span className="block truncate text-caption text-ink-3">{isSelf ? t("guestSelfMark") : t("guestMark")}</span>
      </span>
    </li>
  );
}

import { useTranslation } from "react-i18next";
import { Equaliser } from "#app/ui/equaliser.tsx";

/** How many are in a room now. */
export function PeopleChip({ activeUsers }: { readonly activeUsers: number }) {
  const { t, i18n } = useTranslation("home");
  const isLit = activeUsers > 0;
  return (
    <span
      className={`absolute bottom-3 left-3 inline-flex h-6.5 items-center gap-2 rounded-full bg-overlay px-2.5 text-caption shadow-[0_1px_3px_oklch(0_0_0/.12)] ${isLit ? "font-strong" : "text-ink-3"}`}
    >
      {isLit ? (
        <>
          <Equaliser isOn className="size-3" />
          <span aria-hidden className="tabular-nums">
            {new Intl.NumberFormat(i18n.language).format(activeUsers)}
          </span>
          <span className="sr-only">{t("here", { count: activeUsers })}</span>
        </>
      ) : (
        t("quiet")
      )}
    </span>
  );
}

import { useTranslation } from "#app/i18n/use-translation.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import { useCurrentSection } from "./use-current-section.ts";

type SettingsNavProps = { readonly sections: readonly { readonly id: string; readonly label: string }[] };

/** Links to the sections of the page, with the current one marked. Hidden on phones. */
export function SettingsNav({ sections }: SettingsNavProps) {
  const { t } = useTranslation("shell");
  const { current, select } = useCurrentSection(sections.map(({ id }) => id));
  return (
    <nav aria-label={t("menu.settings")} className="hidden md:block">
      <ul className="sticky top-4 grid gap-1">
        {sections.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={() => select(id)}
              {...(id === current && { "aria-current": "true" })}
              className={joinClasses(
                "flex h-9 items-center rounded-md px-3 no-underline hover:bg-sunken hover:text-ink pointer-coarse:h-11",
                id === current ? "bg-sunken font-label text-ink" : "text-ink-2",
              )}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { joinClasses } from "#app/ui/join-classes.ts";

type SettingsNavProps = { readonly sections: readonly { readonly id: string; readonly label: string }[] };

/** Leads to the page's sections, and says which of them is looked at; a telephone just scrolls. */
export function SettingsNav({ sections }: SettingsNavProps) {
  const { t } = useTranslation("shell");
  const current = useSectionInView(sections.map(({ id }) => id).join(" "));
  return (
    <nav aria-label={t("menu.settings")} className="hidden md:block">
      <ul className="sticky top-4 grid gap-1">
        {sections.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              {...(id === current && { "aria-current": "true" })}
              className={joinClasses(
                "flex h-9 items-center rounded-md px-3 no-underline hover:bg-sunken hover:text-ink",
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

/** The first section of which something is seen in the upper part of the window. @param ids with spaces between */
function useSectionInView(ids: string): string {
  const all = ids.split(" ");
  const [first = ""] = all;
  const [current, setCurrent] = useState(first);
  useEffect(() => {
    const names = ids.split(" ");
    const seen = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id);
          else seen.delete(target.id);
        }
        const next = names.find((name) => seen.has(name));
        if (next) setCurrent(next);
      },
      { rootMargin: "0px 0px -60% 0px" },
    );
    for (const name of names) {
      const section = document.getElementById(name);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  return all.includes(current) ? current : first;
}

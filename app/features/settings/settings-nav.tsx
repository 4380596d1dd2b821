import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { joinClasses } from "#app/ui/join-classes.ts";

type SettingsNavProps = { readonly sections: readonly { readonly id: string; readonly label: string }[] };

/** Leads to the page's sections, and says which of them is looked at; a telephone just scrolls. */
export function SettingsNav({ sections }: SettingsNavProps) {
  const { t } = useTranslation("shell");
  const [current, choose] = useCurrentSection(sections.map(({ id }) => id).join(" "));
  return (
    <nav aria-label={t("menu.settings")} className="hidden md:block">
      <ul className="sticky top-4 grid gap-1">
        {sections.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={() => choose(id)}
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

/** What ends it that a section is looked at because it was chosen: a hand on the page. */
const HANDS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
/** How far down the window a section begins that is looked at, as a share of its height. */
const READ_AT = 0.4;

/** The section that was chosen, until somebody scrolls; then the one that is looked at. @param ids with spaces between */
function useCurrentSection(ids: string): [current: string, choose: (id: string) => void] {
  const [current, setCurrent] = useState(() => ids.split(" ")[0] ?? "");
  const isChosen = useRef(false);
  const choose = useCallback((id: string) => {
    isChosen.current = true;
    setCurrent(id);
  }, []);

  useEffect(() => {
    const names = ids.split(" ");
    const follow = () => {
      if (!isChosen.current) setCurrent(sectionLookedAt(names));
    };
    const release = () => {
      isChosen.current = false;
    };
    const readHash = () => {
      const id = location.hash.slice(1);
      if (names.includes(id)) choose(id);
      else follow();
    };
    readHash();
    window.addEventListener("hashchange", readHash);
    window.addEventListener("scroll", follow, { passive: true });
    window.addEventListener("resize", follow);
    // before what is pressed chooses
    for (const hand of HANDS) window.addEventListener(hand, release, { capture: true, passive: true });
    return () => {
      window.removeEventListener("hashchange", readHash);
      window.removeEventListener("scroll", follow);
      window.removeEventListener("resize", follow);
      for (const hand of HANDS) window.removeEventListener(hand, release, { capture: true });
    };
  }, [ids, choose]);
  return [current, choose];
}

/** The last section that begins in the upper part of the window; at the end of the page, the last one that is seen. */
function sectionLookedAt(ids: readonly string[]): string {
  const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
  const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1;
  const readAtPx = isAtEnd ? clientHeight : clientHeight * READ_AT;
  const begun = ids.filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < readAtPx);
  return (scrollTop > 0 && begun.at(-1)) || (ids[0] ?? "");
}

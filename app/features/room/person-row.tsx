import type { ReactNode } from "react";
import type { Person } from "#app/domain/accounts/person.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";

type PersonRowProps = {
  readonly person: Person;
  /** The second line, from left to right; what is empty is left out. */
  readonly facts: readonly (string | null | false)[];
  readonly isHere?: boolean;
  /** More can be done than a telephone has room for beside the name. */
  readonly isWrapped?: boolean;
  /** What can be done about them. */
  readonly children?: ReactNode;
};

/** Somebody in the list of people. */
export function PersonRow({ person, facts, isHere = false, isWrapped = false, children }: PersonRowProps) {
  return (
    <li
      className={joinClasses(
        "flex min-h-13.5 items-center gap-3 rounded-md px-3 py-1 [--ring:var(--overlay)]",
        isWrapped && "max-md:flex-wrap max-md:justify-end max-md:gap-y-1 max-md:pb-2",
      )}
    >
      <span className={isHere ? "flex" : "flex opacity-60"}>
        <Avatar name={person.name} avatar={person.avatar} size={36} />
      </span>
      <span className={joinClasses("min-w-0 flex-1", isWrapped && "max-md:basis-[calc(100%-48px)]")}>
        <span className="block truncate font-label">{person.name}</span>
        <span className="block truncate text-caption text-ink-3 tabular-nums">{facts.filter(Boolean).join(" · ")}</span>
      </span>
      {children}
    </li>
  );
}

/** People of one kind, under their heading. */
export function PersonSection({ title, count, children }: { title: ReactNode; count: number; children: ReactNode }) {
  return (
    <section>
      <h3 className="px-3 pt-3 pb-1 text-caption font-strong text-ink-3">
        {title} <span className="ml-1 font-normal tabular-nums">{count}</span>
      </h3>
      {children}
    </section>
  );
}

import type { ReactNode } from "react";
import type { Person } from "#app/domain/accounts/person.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";

type PersonRowProps = {
  readonly person: Person;
  /** The parts of the second line. Empty ones are left out. */
  readonly facts: readonly (string | null | false)[];
  readonly isPresent?: boolean;
  /** On phones the controls go below the name. */
  readonly isWrapped?: boolean;
  /** The controls for this person. */
  readonly children?: ReactNode;
};

/** A person in the people panel. */
export function PersonRow({ person, facts, isPresent = false, isWrapped = false, children }: PersonRowProps) {
  const details = facts.filter(Boolean).join(" · ");
  return (
    <li
      className={joinClasses(
        "flex min-h-13.5 items-center gap-3 rounded-md px-3 py-1 [--ring:var(--overlay)]",
        isWrapped && "max-md:flex-wrap max-md:justify-end max-md:gap-y-1 max-md:pb-2",
      )}
    >
      <span className={isPresent ? "flex" : "flex opacity-60"}>
        <Avatar name={person.name} avatar={person.avatar} size={36} />
      </span>
      <span className={joinClasses("min-w-0 flex-1", isWrapped && "max-md:basis-[calc(100%-48px)]")}>
        <span title={person.name} className="block truncate font-label">
          {person.name}
        </span>
        <span title={details} className="block truncate text-caption text-ink-3 tabular-nums">
          {details}
        </span>
      </span>
      {children}
    </li>
  );
}

type PersonSectionProps = { readonly title: ReactNode; readonly count: number; readonly children: ReactNode };

/** A group of people under a heading. */
export function PersonSection({ title, count, children }: PersonSectionProps) {
  return (
    <section>
      <h3 className="px-3 pt-3 pb-1 text-caption font-strong text-ink-3">
        {title} <span className="ml-1 font-normal tabular-nums">{count}</span>
      </h3>
      {children}
    </section>
  );
}

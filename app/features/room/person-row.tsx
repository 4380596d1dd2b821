import type { ReactNode } from "react";
import type { Person } from "#app/domain/accounts/person.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { PersonCardButton } from "./person-card-button.tsx";

type Facts = readonly (string | null | false)[];

type PersonRowProps = {
  readonly person: Person;
  /** The room whose people the user may see. Null for guests, who cannot open the card of a person. */
  readonly cardRoomId?: RoomId | null;
  /** The parts of the second line. Empty ones are left out. */
  readonly facts: Facts;
  /** The same on the card of the person. Default: `facts`. */
  readonly cardFacts?: Facts;
  readonly isPresent?: boolean;
  /** On phones the controls go below the name. */
  readonly isWrapped?: boolean;
  /** The controls for this person. */
  readonly children?: ReactNode;
};

/** A person in the people panel. */
export function PersonRow({ cardRoomId = null, isWrapped = false, children, ...row }: PersonRowProps) {
  const { person, facts, cardFacts = facts, isPresent = false } = row;
  const details = joinFacts(facts);
  const summary = <PersonSummary person={person} details={details} isPresent={isPresent} />;
  const box = joinClasses("flex min-w-0 flex-1 items-center gap-3", isWrapped && "max-md:basis-full");
  return (
    <li
      className={joinClasses(
        "flex min-h-13.5 items-center gap-3 rounded-md px-3 py-1 [--ring:var(--overlay)]",
        isWrapped && "max-md:flex-wrap max-md:justify-end max-md:gap-y-1 max-md:pb-2",
      )}
    >
      {cardRoomId ? (
        <PersonCardButton
          roomId={cardRoomId}
          person={person}
          details={joinFacts(cardFacts)}
          className={joinClasses(box, TOUCH_TARGET)}
        >
          {summary}
        </PersonCardButton>
      ) : (
        <span className={box}>{summary}</span>
      )}
      {children}
    </li>
  );
}

function joinFacts(facts: Facts): string {
  return facts.filter(Boolean).join(" · ");
}

// the button is as high as the row on touch screens
const TOUCH_TARGET = "pointer-coarse:min-h-11";

type PersonSummaryProps = { readonly person: Person; readonly details: string; readonly isPresent: boolean };

function PersonSummary({ person: { name, avatar }, details, isPresent }: PersonSummaryProps) {
  return (
    <>
      <span className={isPresent ? "flex" : "flex opacity-60"}>
        <Avatar name={name} avatar={avatar} size={36} />
      </span>
      <span className="min-w-0 flex-1">
        <span title={name} className="block truncate font-label">
          {name}
        </span>
        <span title={details} className="block truncate text-caption text-ink-3 tabular-nums">
          {details}
        </span>
      </span>
    </>
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

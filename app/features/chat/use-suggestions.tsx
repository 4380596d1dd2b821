import { type KeyboardEvent, useId, useState } from "react";
import type { Person } from "#app/domain/accounts/person.ts";
import { matchSlashCommands } from "#app/domain/chat/slash-command.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { findTypedMention, matchPeople } from "./find-mentions.ts";
import { describeSlashCommand } from "./run-slash-command.ts";
import { type Suggestion, Suggestions, toOptionId } from "./suggestions.tsx";

type Choice = Suggestion & { readonly from: number; readonly by: string };
type Field = {
  readonly text: string;
  readonly caret: number;
  readonly people: readonly Person[];
  /** Replaces the text from a place to the caret. */
  readonly onReplace: (from: number, by: string) => void;
};

/** The list of people or commands for what is being typed, with its keys and the attributes of the field. */
export function useSuggestions({ text, caret, people, onReplace }: Field) {
  const { t } = useTranslation("chat");
  const listId = useId();
  const choices = useChoices({ text, caret, people });
  const typed = `${choices.length} ${choices[0]?.from ?? ""} ${text}`;
  const [active, setActive] = useState({ typed, index: 0 });
  const [closedFor, setClosedFor] = useState("");
  const isOpen = choices.length > 0 && closedFor !== text;
  const activeIndex = active.typed === typed ? active.index : 0;
  const choose = (index: number) => {
    const choice = choices[index];
    if (choice) onReplace(choice.from, choice.by);
  };
  /** Returns whether the list has used the key. */
  const handleKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing) return false;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setActive({ typed, index: (activeIndex + step + choices.length) % choices.length });
    else if (event.key === "Escape") setClosedFor(text);
    else if (event.key === "Tab" || (event.key === "Enter" && !event.shiftKey)) choose(activeIndex);
    else return false;
    event.preventDefault();
    // Escape would also close the panel
    event.stopPropagation();
    return true;
  };
  const label = text.startsWith("/") ? t("commands") : t("people");
  return {
    list: isOpen && <Suggestions id={listId} label={label} suggestions={choices} activeIndex={activeIndex} onChoose={choose} />,
    handleKey,
    fieldProps: {
      "aria-autocomplete": "list" as const,
      ...(isOpen && { "aria-controls": listId, "aria-activedescendant": toOptionId(listId, activeIndex) }),
    },
  };
}

function useChoices({ text, caret, people }: Omit<Field, "onReplace">): readonly Choice[] {
  const { t } = useTranslation("chat");
  const commands = matchSlashCommands(text.slice(0, caret));
  // a command that is typed completely is sent with Enter
  if (commands.length > 0 && !commands.some((name) => text === `/${name}`)) {
    return commands.map((name) => ({
      id: name,
      from: 0,
      by: name === "queue" ? "/queue " : `/${name}`,
      content: <CommandChoice name={describeSlashCommand(name, t)} text={t(`command.${name}`)} />,
    }));
  }
  const mention = findTypedMention(text, caret);
  if (!mention) return [];
  const found = matchPeople(people, mention.query).filter(({ name }) => name !== mention.query);
  return found.map((person) => ({
    id: person.id,
    from: mention.at,
    by: `@${person.name} `,
    content: <PersonChoice person={person} />,
  }));
}

function CommandChoice({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <>
      <span className="font-strong">{name}</span>
      <span className="min-w-0 truncate text-ink-3">{text}</span>
    </>
  );
}

function PersonChoice({ person }: { readonly person: Person }) {
  return (
    <>
      <Avatar name={person.name} avatar={person.avatar} size={24} />
      <bdi className="min-w-0 truncate">{person.name}</bdi>
    </>
  );
}

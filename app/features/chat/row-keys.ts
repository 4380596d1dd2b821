import type { KeyboardEvent } from "react";

/** Marks the button with the actions of a message. */
export const ROW_BUTTON = { "data-row-actions": "" } as const;

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The arrow keys move between the messages: Tab reaches one button only. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const { target, currentTarget } = event;
  if (step === undefined || !(target instanceof HTMLElement) || !target.matches("[data-row-actions]")) return;
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>("[data-row-actions]")];
  const next = buttons[buttons.indexOf(target) + step];
  // otherwise the arrow would open the menu of this message, as Enter does
  event.preventDefault();
  event.stopPropagation();
  next?.focus();
}

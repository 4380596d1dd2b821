import { useCallback } from "react";
import { isTouchScreen } from "#app/ui/is-touch-screen.ts";
import { useChat } from "./chat-context.ts";

/** Focuses the field for a message, except on a touch screen, where the keyboard would cover the messages. */
export function useFocusField(): () => void {
  const { field } = useChat();
  return useCallback(() => {
    if (!isTouchScreen()) field.current?.focus({ preventScroll: true });
  }, [field]);
}

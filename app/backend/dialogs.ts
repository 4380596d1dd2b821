import { useSyncExternalStore } from "react";

/** Dialogs that anything on a page may ask for, and the root shows: features do not know each other. */
export type OpenDialog = { readonly name: "sign-in"; readonly tab: "login" | "register" } | { readonly name: "account" };

let open: OpenDialog | null = null;
const listeners = new Set<() => void>();

export function openDialog(dialog: OpenDialog): void {
  set(dialog);
}

export function closeDialog(): void {
  set(null);
}

export function useOpenDialog(): OpenDialog | null {
  return useSyncExternalStore(
    subscribe,
    () => open,
    () => null,
  );
}

function set(next: OpenDialog | null): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

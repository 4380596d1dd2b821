import { useSyncExternalStore } from "react";
import type { Provider } from "#app/domain/accounts/provider.ts";
import { type Intent, storeIntent } from "./pending-intent.ts";

/** Why somebody is not signed in, as a server or an address says it. */
export type AuthMessage = { readonly statusMessage: string; readonly provider: Provider | null };

type SignIn = {
  readonly name: "sign-in";
  readonly tab: "login" | "register";
  /** What is done as soon as they are in. */
  readonly intent?: Intent;
  /** What has gone wrong before. */
  readonly news?: AuthMessage;
};

/** Dialogs that anything on a page may ask for, and the root shows: features do not know each other. */
export type OpenDialog = SignIn | { readonly name: "account" };

let open: OpenDialog | null = null;
const listeners = new Set<() => void>();

export function openDialog(dialog: OpenDialog): void {
  if (dialog.name === "sign-in") storeIntent(dialog.intent ?? null);
  set(dialog);
}

export function closeDialog(): void {
  set(null);
}

/** Somebody has signed in, here or in another window. */
export function closeSignIn(): void {
  if (open?.name === "sign-in") closeDialog();
}

/** Whoever does not want to sign in does not want what it was for. */
export function dismissSignIn(): void {
  storeIntent(null);
  closeDialog();
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

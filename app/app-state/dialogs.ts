import type { Provider } from "#app/domain/accounts/provider.ts";
import { createStore } from "#app/lib/store.ts";
import { useStore } from "#app/lib/use-store.ts";
import { type Intent, storeIntent } from "./pending-intent.ts";

/** Why an earlier sign-in failed, from the address or from a provider's window. */
export type AuthMessage = {
  /** A text key (`auth.errors.…`), `{provider}_oauth_failed`, or a sentence to show as it is. */
  readonly statusMessage: string;
  /** The provider that was used. Null if there was none. */
  readonly provider: Provider | null;
};

type SignIn = {
  readonly name: "sign-in";
  readonly tab: "login" | "register";
  /** Carried out after the sign-in. */
  readonly intent?: Intent;
  /** Shown in the dialog. */
  readonly message?: AuthMessage;
};

/** The dialogs that any feature may open. The root renders them, so that features need not import each other. */
export type OpenDialog = SignIn | { readonly name: "account" };

const openedDialog = createStore<OpenDialog | null>(null);

export function openDialog(dialog: OpenDialog): void {
  if (dialog.name === "sign-in") storeIntent(dialog.intent ?? null);
  openedDialog.set(dialog);
}

export function closeDialog(): void {
  openedDialog.set(null);
}

/** Closes the sign-in dialog after a sign-in, here or in another window. Its intent remains. */
export function closeSignIn(): void {
  if (openedDialog.get()?.name === "sign-in") closeDialog();
}

/** Closes the sign-in dialog without a sign-in and drops its intent. */
export function dismissSignIn(): void {
  storeIntent(null);
  closeDialog();
}

export function useOpenDialog(): OpenDialog | null {
  return useStore(openedDialog, null);
}

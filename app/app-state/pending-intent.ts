import { useEffect, useState } from "react";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { useUser } from "#app/server-client/account/use-user.ts";

/** The action that a guest was about to take when they were asked to sign in. */
export type Intent =
  | { readonly to: "favorite"; readonly roomId: RoomId }
  | { readonly to: "see-my-rooms" }
  | { readonly to: "create-room" }
  /** The session of `by` ended while they were creating the room. */
  | { readonly to: "name-room"; readonly name: string; readonly by: UserId }
  | { readonly to: "request-access"; readonly roomId: RoomId }
  | { readonly to: "add-tracks"; readonly roomId: RoomId }
  | { readonly to: "control-playback"; readonly roomId: RoomId }
  | { readonly to: "accept-invite"; readonly code: string }
  | { readonly to: "see-account" };

type IntentTo<To extends Intent["to"]> = Extract<Intent, { readonly to: To }>;
type StoredIntent = { readonly intent: Intent; readonly untilMs: number };

const KEY = "intent";
const LIFETIME_MS = 10 * 60_000;

/** Replaces the stored intent; null removes it. It survives the redirect to a provider's page and back. */
export function storeIntent(intent: Intent | null): void {
  try {
    if (!intent) return sessionStorage.removeItem(KEY);
    const stored: StoredIntent = { intent, untilMs: Date.now() + LIFETIME_MS };
    sessionStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // storage is forbidden: after the sign-in the person presses the button again
  }
}

/** Null if there is no intent or it has expired. */
export function readIntent(): Intent | null {
  try {
    // Only this module writes the key. A forged value gains nothing: the server checks every action.
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as StoredIntent | null;
    return stored && Date.now() < stored.untilMs ? stored.intent : null;
  } catch {
    // storage is forbidden, or the value is not JSON
    return null;
  }
}

/** Drops the intent of an earlier page when a page loads for a guest, unless that page reports why the sign-in failed. */
export function useClearStaleIntent(): void {
  const user = useUser();
  const [isGuestOnLoad] = useState(user === null);
  useEffect(() => {
    if (isGuestOnLoad && !new URLSearchParams(location.search).has("error")) storeIntent(null);
  }, [isGuestOnLoad]);
}

type IntentHandler<To extends Intent["to"]> = {
  /** False while the page cannot run the intent yet. */
  readonly isReady?: boolean;
  /** False leaves the intent to another handler. */
  readonly accepts?: (intent: IntentTo<To>) => boolean;
  readonly run: (intent: IntentTo<To>) => void;
};

/** Runs the stored intent once, as soon as the person is signed in and the page is ready. */
export function useIntent<To extends Intent["to"]>(to: To, { isReady = true, accepts, run }: IntentHandler<To>): void {
  const isDue = useUser() !== null && isReady;
  const handler = useLatestRef({ accepts, run });
  useEffect(() => {
    if (!isDue) return;
    const { accepts = () => true, run } = handler.current;
    const intent = readIntent();
    if (!isIntentTo(intent, to) || !accepts(intent)) return;
    storeIntent(null);
    run(intent);
  }, [isDue, to, handler]);
}

function isIntentTo<To extends Intent["to"]>(intent: Intent | null, to: To): intent is IntentTo<To> {
  return intent?.to === to;
}

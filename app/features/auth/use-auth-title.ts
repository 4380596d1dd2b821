import type { Intent } from "#app/app-state/pending-intent.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { AuthView } from "./auth-form.tsx";

/** The action that a guest signs in for. */
export type AuthPurpose = Intent["to"];

const TITLES = { login: "welcome", register: "join", forgot: "forgotTitle", sent: "sentTitle" } as const;

/** The names of the actions in the texts. */
const PURPOSES = {
  favorite: "favorite",
  "see-my-rooms": "seeMyRooms",
  "create-room": "createRoom",
  "name-room": "createRoom",
  "request-access": "requestAccess",
  "add-tracks": "addTracks",
  "control-playback": "controlPlayback",
  "accept-invite": "acceptInvite",
  "see-account": "seeAccount",
} as const satisfies Record<AuthPurpose, string>;

/** The title of the sign-in. It names the action that a guest signs in for, if there is one. */
export function useAuthTitle(view: AuthView, purpose: AuthPurpose | null): string {
  const { t } = useTranslation("auth");
  if (purpose === null || view === "forgot" || view === "sent") return t(TITLES[view]);
  return t(`purpose.${view}.${PURPOSES[purpose]}`);
}

import { CircleAlert, MailOpen, MailX } from "lucide-react";
import type { ReactNode } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import type { FunctionValue } from "#app/server-client/functions.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { RoomArtwork } from "#app/ui/room-artwork.tsx";
import { useJoin } from "./use-join.ts";

/** The room and the role that an invite link grants, or the room alone for its members. */
export type InvitePreview = FunctionValue<"invites.get">;
type Offer = Extract<InvitePreview, { readonly isMember: false }>;

/** The page of an invite link. Members of the room get a link to it. */
export function InviteCard({ code, invite }: { readonly code: string; readonly invite: InvitePreview }) {
  const { isBusy, error, join } = useJoin(code);
  const { room } = invite;
  if (error === "invite-not-found") return <InviteUnavailable />;
  return (
    <Card seed={room._id} isActive icon={<MailOpen />}>
      {!invite.isMember && <Inviter inviter={invite.inviter} />}
      <h2 className="text-sheet font-bold wrap-anywhere">{room.name}</h2>
      {invite.isMember ? (
        <RoomLink roomUrl={room.room_url} />
      ) : (
        <>
          <RoleDescription role={invite.role} />
          {error && <JoinError error={error} />}
          <JoinButton isBusy={isBusy} onPress={join} />
        </>
      )}
    </Card>
  );
}

/** Looks the same for every reason, so that it does not reveal which codes have existed. */
export function InviteUnavailable() {
  const { t } = useTranslation(["invites", "shell"]);
  return (
    <Card seed="tutti" isActive={false} icon={<MailX />}>
      <h2 className="text-sheet font-bold">{t("page.unavailable")}</h2>
      <p className="-mt-2.5 text-ink-2">{t("page.unavailableText")}</p>
      <LinkButton to="/" variant="primary" size="lg" isWide>
        {t("shell:backToRooms")}
      </LinkButton>
    </Card>
  );
}

function Inviter({ inviter: { name, avatar } }: Pick<Offer, "inviter">) {
  const { t } = useTranslation("invites");
  return (
    <p className="-mb-3 flex items-center gap-2 text-small text-ink-3">
      <Avatar name={name} avatar={avatar} size={24} />
      <span className="min-w-0 wrap-anywhere">{t("page.from", { name })}</span>
    </p>
  );
}

function RoomLink({ roomUrl }: { readonly roomUrl: string }) {
  const { t } = useTranslation("invites");
  return (
    <>
      <p className="-mt-2.5 text-ink-2">{t("page.already")}</p>
      <LinkButton to={`/room/${roomUrl}`} variant="primary" size="lg" isWide>
        {t("page.open")}
      </LinkButton>
    </>
  );
}

function RoleDescription({ role }: Pick<Offer, "role">) {
  const { t } = useTranslation("invites");
  return (
    <p className="-mt-2.5 text-ink-2">
      <b className="font-strong text-ink">{t(`page.as.${role}`)}</b>
      <br />
      {t(`page.may.${role}`)}
    </p>
  );
}

function JoinButton({ isBusy, onPress }: { readonly isBusy: boolean; readonly onPress: () => void }) {
  const { t } = useTranslation("invites");
  const isSignedIn = useUser() !== null;
  return (
    <Button variant="primary" size="lg" isWide isBusy={isBusy} onPress={onPress}>
      {t(isSignedIn ? "page.join" : "page.signIn")}
    </Button>
  );
}

function JoinError({ error }: { readonly error: ErrorCode }) {
  const errorText = useErrorText();
  return (
    <Note tone="danger" icon={<CircleAlert />} role="alert">
      {errorText(error)}
    </Note>
  );
}

type CardProps = {
  /** Determines the artwork. */
  readonly seed: string;
  readonly isActive: boolean;
  readonly icon: ReactNode;
  readonly children: ReactNode;
};

function Card({ seed, isActive, icon, children }: CardProps) {
  return (
    <div className="floats mx-auto max-w-110 rounded-xl bg-overlay shadow-2">
      <div className="relative h-30">
        <div className="h-full overflow-hidden rounded-t-xl">
          <RoomArtwork seed={seed} isActive={isActive} />
        </div>
        <span
          aria-hidden
          className="absolute -bottom-6 left-6 grid size-12 place-items-center rounded-full bg-ink text-on-ink ring-4 ring-overlay md:left-8 [&_svg]:size-5 [&_svg]:stroke-[1.75]"
        >
          {icon}
        </span>
      </div>
      <div className="grid gap-4 px-6 pt-10 pb-6 md:px-8 md:pb-8">{children}</div>
    </div>
  );
}

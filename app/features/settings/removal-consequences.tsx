import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RemovalPlan } from "#app/server-client/account/account.ts";

/** The rooms and tracks that are deleted or transferred with the account. */
export function RemovalConsequences({ plan: { rooms, tracks } }: { readonly plan: RemovalPlan }) {
  const { t } = useTranslation("settings");
  return (
    <div className="grid gap-3">
      {rooms.length > 0 && <AffectedRooms rooms={rooms} />}
      {tracks.count > 0 && (
        <p>
          {t("removal.tracks", { count: tracks.count })}{" "}
          {tracks.inOthersRooms > 0 && t("removal.inOthers", { count: tracks.inOthersRooms })}
        </p>
      )}
      {tracks.returned > 0 && <p>{t("removal.returned", { count: tracks.returned })}</p>}
      {rooms.length === 0 && tracks.count + tracks.returned === 0 && <p>{t("removal.nothing")}</p>}
      <p className="text-ink-2">{t("removal.rest")}</p>
    </div>
  );
}

/** Each room with its next owner, or with the note that it is deleted. */
function AffectedRooms({ rooms }: Pick<RemovalPlan, "rooms">) {
  const { t } = useTranslation("settings");
  return (
    <section aria-labelledby="rooms-lost" className="grid gap-1">
      <h3 id="rooms-lost" className="font-label">
        {t("removal.rooms", { count: rooms.length })}
      </h3>
      <ul className="grid max-h-40 list-disc gap-1 overflow-y-auto pl-5 marker:text-ink-3">
        {rooms.map(({ id, name, newOwner }) => (
          <li key={id} className="break-words">
            {name}{" "}
            <span className="text-ink-3">
              — {newOwner ? t("removal.newOwner", { name: newOwner.name }) : t("removal.deleted")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { LogGroup } from "#app/domain/room-log/log-groups.ts";
import type { LogSubject } from "#app/domain/room-log/room-log.ts";
import type { Translate } from "#app/i18n/text-keys.ts";
import type { FunctionValue } from "#app/server-client/functions.ts";

export type LogRowView = FunctionValue<"room_log.list">["rows"][number];
export type LogTexts = Translate<readonly ["roomLog", "shell"]>;
type RoleSubject = Extract<LogSubject, { kind: "role" }>;

/** The words of the page that describe edits, and how it writes a time. */
type Words = { readonly t: LogTexts; readonly formatTime: (atMs: number) => string };

/** A sentence about the edits of a group. The person is shown beside it. */
export function describeGroup({ newest, trackCount }: LogGroup<LogRowView>, { t, formatTime }: Words): string {
  const { subject } = newest;
  switch (subject.kind) {
    case "add":
    case "remove":
    case "move":
    case "queue":
    case "unqueue":
    case "track":
      return trackCount === 1
        ? t(`subject.${subject.kind}`, { title: subject.title })
        : t(`subject.${subject.kind}s`, { count: trackCount });
    case "undo":
      if (trackCount > 1) return t("subject.undos", { count: trackCount });
      return subject.title === null ? t("subject.undo") : t("subject.undoTitle", { title: subject.title });
    case "set-back":
      return t("subject.setBack", { time: formatTime(subject.toMs) });
    case "several":
      return t("subject.several", { count: subject.count });
    case "repeat":
      return t(`subject.repeat.${subject.repeat}`);
    case "shuffle":
      return t(`subject.shuffle.${subject.isOn ? "on" : "off"}`);
    case "crossfade":
      return subject.ms === 0 ? t("subject.crossfadeOff") : t("subject.crossfade", { seconds: subject.ms / 1000 });
    case "settings":
      return t("subject.settings", { settings: subject.settings.map((setting) => t(`setting.${setting}`)).join(", ") });
    case "role":
      return describeRole(newest, subject, t);
  }
}

function describeRole({ person, target }: LogRowView, { from, to }: RoleSubject, t: LogTexts): string {
  const name = target?.name ?? t("removedPerson");
  const isOwn = person !== null && person.id === target?.id;
  if (to === null) return isOwn ? t("subject.left") : t("subject.removedMember", { name });
  if (to === "requested" || to === "rejected") return t("subject.rejected", { name });
  const role = t(`shell:role.${to}`);
  if (isOwn) return t("subject.joined", { role });
  if (from === null || from === "requested" || from === "rejected") return t("subject.added", { name, role });
  return t("subject.changed", { name, from: t(`shell:role.${from}`), role });
}

import { describe, expect, it } from "vitest";
import type { Role } from "#app/domain/access/permissions.ts";
import { groupRows } from "#app/domain/room-log/log-groups.ts";
import type { LogSubject } from "#app/domain/room-log/room-log.ts";
import { describeGroup, type LogRowView } from "#app/features/playlist/log-text.ts";
import { texts as shared } from "#app/i18n/en/texts.ts";
import { texts } from "#app/i18n/en/tracks-texts.ts";
import { userId } from "#tests/support/builders.ts";
import { englishOf } from "#tests/support/english.ts";

const t = englishOf("roomLog", shared, texts);
const MIRA = { id: userId("mira"), name: "Mira", avatar: "#000000" };
const LEO = { id: userId("leo"), name: "Leo", avatar: "#000000" };

const row = (subject: LogSubject, changes: Partial<LogRowView> = {}): LogRowView => ({
  ...{ place: 1, editId: null, atMs: 0, person: MIRA, isGuest: false, target: null, subject },
  ...changes,
});

/** The sentence about edits of one person that follow each other, the newest first. */
function describeRows(...rows: readonly LogRowView[]): string {
  const [group] = groupRows(rows);
  if (!group) throw new Error("no rows");
  return describeGroup(group, { t, formatTime: (atMs) => `time ${atMs}` });
}
const sentence = (subject: LogSubject) => describeRows(row(subject));

describe("an edit in the log", () => {
  it.each<[LogSubject, string]>([
    [{ kind: "add", title: "Blue", count: 1 }, "Added “Blue”"],
    [{ kind: "remove", title: "Blue", count: 3 }, "Removed 3 tracks"],
    [{ kind: "move", title: "Blue", count: 1 }, "Moved “Blue”"],
    [{ kind: "queue", title: "Blue", count: 2 }, "Queued 2 tracks to play next"],
    [{ kind: "unqueue", title: "Blue", count: 1 }, "Took “Blue” out of the queue"],
    [{ kind: "track", title: "Blue", count: 1 }, "Edited “Blue”"],
    [{ kind: "undo", of: "add", title: "Blue", count: 1 }, "Undid an edit of “Blue”"],
    [{ kind: "undo", of: null, title: null, count: 0 }, "Undid an edit"],
    [{ kind: "undo", of: "remove", title: "Blue", count: 2 }, "Undid an edit of 2 tracks"],
    [{ kind: "set-back", toMs: 5, count: 3 }, "Set the playlist back to time 5"],
    [{ kind: "several", count: 4 }, "Made 4 edits"],
    [{ kind: "repeat", repeat: "one" }, "Turned on repeat for one track"],
    [{ kind: "shuffle", isOn: true }, "Shuffled the playlist"],
    [{ kind: "shuffle", isOn: false }, "Turned shuffle off"],
    [{ kind: "crossfade", ms: 2500 }, "Set the crossfade to 2.5 s"],
    [{ kind: "crossfade", ms: 0 }, "Turned the crossfade off"],
    [{ kind: "settings", settings: ["name", "isFair"] }, "Changed the settings: name, fair order"],
  ])("is a sentence: %o", (subject, words) => {
    expect(sentence(subject)).toBe(words);
  });

  it("RL6 is one of a group whose tracks are counted together", () => {
    const add = (count: number) => row({ kind: "add", title: "Blue", count });
    expect(describeRows(add(1), add(2), add(4))).toBe("Added 7 tracks");
  });
});

describe("a role in the log", () => {
  const change = (from: Role | null, to: Role | null, target: LogRowView["target"] = LEO) =>
    describeRows(row({ kind: "role", from, to }, { target }));

  it.each<[Role | null, Role | null, string]>([
    [null, "editor", "Gave Leo a role: Editor"],
    ["requested", "viewer", "Gave Leo a role: Viewer"],
    ["rejected", "viewer", "Gave Leo a role: Viewer"],
    ["viewer", "admin", "Changed the role of Leo: Viewer → Admin"],
    ["editor", null, "Removed Leo from the room"],
    ["requested", "rejected", "Denied the request of Leo"],
  ])("of another person changes from %s to %s", (from, to, words) => {
    expect(change(from, to)).toBe(words);
  });

  it("is taken by the person, who leaves it again", () => {
    expect(change(null, "participant", MIRA)).toBe("Joined with an invitation: Participant");
    expect(change("participant", null, MIRA)).toBe("Left the room");
  });

  it("of a deleted account stays without a name, also beside an unknown person", () => {
    expect(change("editor", null, null)).toBe("Removed Deleted account from the room");
    const byUnknown = row({ kind: "role", from: null, to: "viewer" }, { person: null, target: null });
    expect(describeRows(byUnknown)).toBe("Gave Deleted account a role: Viewer");
  });
});

import { describe, expect, it } from "vitest";
import { decide } from "#app/domain/room/decide.ts";
import { actorAs, applyCommand, buildEntry, buildRoom, contextAt, SERVER, userId } from "#tests/support/builders.ts";

const moment = contextAt(1000);
const MIRA = { id: userId("mira"), name: "Mira", avatar: "#e9b84c" };

describe("people in a room", () => {
  it("RM5 a person who has added tracks is shown with their current name, which only the server can change", () => {
    const room = applyCommand(buildRoom(1), { type: "add", entries: [buildEntry(2)], person: MIRA }, { actor: SERVER, moment });
    const update = { type: "update-person", person: { ...MIRA, name: "Mira S" } } as const;
    expect(applyCommand(room, update, { actor: SERVER, moment }).people).toEqual({ [MIRA.id]: update.person });
    expect(decide(room, update, actorAs("owner"), moment)).toMatchObject({ error: "forbidden" });
    const unchanged = { type: "update-person", person: { ...MIRA } } as const;
    expect(decide(room, unchanged, SERVER, moment)).toEqual({ ok: true, value: [] });
  });

  it("RM5 a room stores no names of other people", () => {
    const update = { type: "update-person", person: MIRA } as const;
    expect(decide(buildRoom(1), update, SERVER, moment)).toEqual({ ok: true, value: [] });
  });
});

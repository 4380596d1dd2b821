import { expect, it } from "vitest";
import { createRequestNotices } from "#app/features/room/request-notices.ts";
import type { RoomMember } from "#app/features/room/use-members.ts";
import { userId } from "#tests/support/builders.ts";

function setUp() {
  const shown: string[] = [];
  let count = 0;
  const notices = createRequestNotices({
    notify: ({ person }) => {
      count += 1;
      const id = `${person.name} ${count}`;
      shown.push(id);
      return id;
    },
    dismiss: (id) => void shown.splice(shown.indexOf(id), 1),
  });
  return { shown, show: (...requests: readonly RoomMember[]) => notices.show(requests) };
}

function requestOf(name: string, changedAtMs: number): RoomMember {
  const person = { id: userId(name), name, avatar: "#000000" };
  const request = { state: "requested", changedAtMs } as const;
  return { person, username: null, role: "requested", invitedBy: null, sinceMs: changedAtMs, request };
}

it("each request has one notice until it is decided", () => {
  const { shown, show } = setUp();
  show(requestOf("Vera", 1));
  show(requestOf("Vera", 1), requestOf("Leo", 2));
  expect(shown).toEqual(["Vera 1", "Leo 2"]);
  show(requestOf("Leo", 2));
  expect(shown).toEqual(["Leo 2"]);
  show();
  expect(shown).toEqual([]);
});

it("a second request of a person has its own notice, even if the list without the first was never loaded", () => {
  const { shown, show } = setUp();
  show(requestOf("Vera", 1));
  show(requestOf("Vera", 9));
  expect(shown).toEqual(["Vera 2"]);
});

import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { createClient } from "#tests/workers/support/client.ts";
import { createRoom } from "#tests/workers/support/upload.ts";

const readSettings = (id: string) => createClient().call("rooms.get", { id });

it("UD1 settings with expected values change only if the room still has these", async () => {
  const { owner, id } = await createRoom();
  await owner.call("rooms.update", { id, name: "Kitchen", description: "Slow" });
  await owner.call("rooms.update", { id, name: "Hall", expected: { name: "Kitchen", description: "Slow", isFair: false } });
  expect(await readSettings(id)).toMatchObject({ name: "Hall" });
  const undo = { id, name: "Kitchen", expected: { name: "Hall" } };
  await owner.call("rooms.update", { id, name: "Cellar" });
  expect(await owner.refusal("rooms.update", undo)).toBe("changed-since");
  // another setting may have changed
  await owner.call("rooms.update", { id, name: "Hall", isFair: true });
  await owner.call("rooms.update", undo);
  expect(await readSettings(id)).toMatchObject({ name: "Kitchen" });
});

it("UD1 of two undos of the same setting that arrive together only one takes effect", async () => {
  const { owner, id } = await createRoom();
  await owner.call("rooms.update", { id, name: "Hall" });
  const names = ["Kitchen", "Cellar"];
  const refusals = await Promise.all(
    names.map((name) => owner.refusal("rooms.update", { id, name, expected: { name: "Hall" } })),
  );
  expect(refusals.toSorted()).toEqual(["changed-since", undefined]);
  const winner = names[refusals.indexOf(undefined)];
  expect(await readSettings(id)).toMatchObject({ name: winner });
});

it("UD2 settings that the room has already are not stored again", async () => {
  const { owner, id } = await createRoom();
  await owner.call("rooms.update", { id, name: "Hall" });
  const undo = { id, name: "Kitchen", expected: { name: "Hall" } };
  await owner.call("rooms.update", undo);
  const findEpoch = () => env.DB.prepare("SELECT access_epoch FROM rooms WHERE id = ?").bind(id).first();
  const before = await findEpoch();
  await owner.call("rooms.update", undo);
  expect(await findEpoch()).toEqual(before);
});

it("UD1 the url can be undone, unless another room has taken the former one", async () => {
  const { owner, id } = await createRoom();
  const { room_url: former } = await owner.call("rooms.update", { id, room_url: `first-${id}` });
  await owner.call("rooms.update", { id, room_url: `second-${id}` });
  const undo = { id, room_url: former, expected: { room_url: `second-${id}` } };
  const other = await owner.call("rooms.create", { name: "Other" });
  await owner.call("rooms.update", { id: other.id, room_url: former });
  expect(await owner.refusal("rooms.update", undo)).toBe("room-url-taken");
  await owner.call("rooms.update", { id: other.id, room_url: `third-${id}` });
  expect(await owner.call("rooms.update", undo)).toEqual({ room_url: former });
});

it("UD1 a refused change of the password keeps the access of those who know the current one", async () => {
  const { owner, id } = await createRoom();
  await owner.call("rooms.update", { id, name: "Hall", password: "secret" });
  const session_id = "session";
  await createClient().call("rooms.generateAccessToken", { room_url: id, password: "secret", session_id });
  const countTokens = () => env.DB.prepare("SELECT count(*) AS n FROM room_tokens WHERE room_id = ?").bind(id).first();
  expect(await countTokens()).toEqual({ n: 1 });
  const change = { id, password: "other", expected: { name: "Kitchen" } };
  expect(await owner.refusal("rooms.update", change)).toBe("changed-since");
  expect(await countTokens()).toEqual({ n: 1 });
});

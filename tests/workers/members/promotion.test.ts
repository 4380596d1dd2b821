import { afterEach, describe, expect, it, vi } from "vitest";
import { accessLimits } from "#app/domain/access/access-limits.ts";
import type { GrantableRole } from "#app/domain/access/permissions.ts";
import { registerUser } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { skipTime } from "#tests/workers/support/skip-time.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** A room with a password, its owner, a viewer and a participant. */
async function createRoom() {
  const [owner, viewer, participant] = [await registerUser("Olga"), await registerUser("Vera"), await registerUser("Pavel")];
  const { id } = await owner.call("rooms.create", { name: "Requests" });
  await owner.call("rooms.update", { id, password: "open sesame" });
  const add = (username: string, role: GrantableRole) => owner.call("members.add", { id, username, role });
  const { userId } = await add(viewer.username, "viewer");
  await add(participant.username, "participant");
  const findViewer = async (client: typeof owner) =>
    (await client.call("members.list", { id })).members.find(({ person }) => person.id === userId);
  const loadPreview = () => viewer.call("rooms.getRoomInfoByUrl", { room_url: id });
  return { id, userId, owner, viewer, participant, findViewer, loadPreview };
}

describe("a viewer's request for a higher role", () => {
  it("MB7 a viewer who requests a higher role remains in the room, as a viewer, until it is approved", async () => {
    const { id, userId, owner, viewer, participant, findViewer, loadPreview } = await createRoom();
    const device = await joinRoom(viewer, id);
    const ownersDevice = await joinRoom(owner, id);
    await viewer.call("access.request", { id });
    await ownersDevice.next("members-changed");
    expect(await findViewer(owner)).toMatchObject({ role: "viewer", request: { state: "requested" } });
    expect(await findViewer(viewer)).toMatchObject({ request: { state: "requested" } });
    expect(await findViewer(participant), "only managers see it").toMatchObject({ role: "viewer", request: null });
    const preview = await loadPreview();
    expect(preview).toMatchObject({ requestState: "requested", requiresPassword: false });
    expect(preview.managers.map(({ name }) => name)).toEqual(["Olga"]);
    expect(await viewer.refusal("access.request", { id })).toBe("request-pending");

    await owner.call("access.approve", { id, userId });
    expect(await findViewer(owner)).toMatchObject({ role: "participant", request: null, invitedBy: { name: "Olga" } });
    expect((await device.next("self")).self).toMatchObject({ effectiveRole: "participant" });
    expect(await viewer.refusal("access.request", { id })).toBe("already-member");
  });

  it("MB5 a viewer whose request was rejected remains a viewer and can request again a day later", async () => {
    const { id, userId, owner, viewer, findViewer, loadPreview } = await createRoom();
    await viewer.call("access.request", { id });
    await owner.call("access.reject", { id, userId });
    expect(await findViewer(owner)).toMatchObject({ role: "viewer", request: { state: "rejected" } });
    const { requestState, askAgainAtMs } = await loadPreview();
    expect(requestState).toBe("rejected");
    expect(askAgainAtMs).toBeGreaterThan(Date.now());
    expect(await viewer.refusal("access.request", { id })).toBe("request-rejected");
    expect(await owner.refusal("access.approve", { id, userId })).toBe("request-not-found");
    skipTime(accessLimits.requestCooldownMs);
    expect(await viewer.refusal("access.request", { id })).toBeUndefined();
  });

  it("a withdrawn request leaves the role as it was", async () => {
    const { id, viewer, findViewer } = await createRoom();
    await viewer.call("access.request", { id });
    await viewer.call("access.cancel", { id });
    expect(await findViewer(viewer)).toMatchObject({ role: "viewer", request: null });
    expect(await viewer.refusal("access.cancel", { id })).toBe("request-not-found");
    expect(await viewer.refusal("access.request", { id })).toBeUndefined();
  });

  it("a role that a manager changes meanwhile ends the request", async () => {
    const { id, userId, owner, viewer, findViewer } = await createRoom();
    await viewer.call("access.request", { id });
    await owner.call("members.changeRole", { id, userId, role: "editor" });
    expect(await owner.refusal("access.reject", { id, userId })).toBe("request-not-found");
    await owner.call("members.changeRole", { id, userId, role: "viewer" });
    expect(await findViewer(owner)).toMatchObject({ role: "viewer", request: null });
  });

  it("MB6 of several answers at once only one counts, and a viewer's role is none", async () => {
    const { id, userId, owner, viewer } = await createRoom();
    await viewer.call("access.request", { id });
    expect(await owner.refusal("access.approve", { id, userId, role: "viewer" })).toBe("forbidden");
    const answers = await Promise.all([
      owner.refusal("access.approve", { id, userId, role: "editor" }),
      owner.refusal("access.reject", { id, userId }),
      viewer.refusal("access.cancel", { id }),
    ]);
    expect(answers.filter((refusal) => refusal === undefined)).toHaveLength(1);
  });
});

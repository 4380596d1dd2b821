import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { FunctionValue } from "#app/server-client/functions.ts";
import type { Client } from "#tests/workers/support/client.ts";
import { createRoom } from "#tests/workers/support/upload.ts";
import { uploadTrack } from "#tests/workers/tracks/track-fixtures.ts";
import { registerSuperadmin } from "./superadmin-client.ts";

let superadmin: Client;
beforeAll(async () => {
  superadmin = await registerSuperadmin();
});

const check = async (id: FunctionValue<"dev.checkIntegrity">["checks"][number]["id"]) =>
  (await superadmin.call("dev.checkIntegrity", {})).checks.find((result) => result.id === id);

describe("the migrations", () => {
  it("are those of the build, with the rows of each table", async () => {
    const { applied, pending, unknown, tables } = await superadmin.call("dev.getMigrations", {});
    expect(applied[0]?.name).toBe("0000_initial");
    expect(applied[0]?.appliedAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect({ pending, unknown }).toEqual({ pending: [], unknown: [] });
    expect(tables.find(({ name }) => name === "users")?.rows).toBeGreaterThan(0);
    expect(tables.map(({ name }) => name).filter((name) => /^(sqlite|_cf|d1)_/.test(name))).toEqual([]);
  });

  it("are pending or unknown if database and build differ", async () => {
    await env.DB.prepare("UPDATE d1_migrations SET name = '9999_later.sql' WHERE name = '0002_change-log.sql'").run();
    const { pending, unknown } = await superadmin.call("dev.getMigrations", {});
    expect({ pending, unknown }).toEqual({ pending: ["0002_change-log"], unknown: ["9999_later"] });
    await env.DB.prepare("UPDATE d1_migrations SET name = '0002_change-log.sql' WHERE name = '9999_later.sql'").run();
  });
});

describe("the integrity checks", () => {
  it("pass for uploaded tracks", async () => {
    const { owner, id } = await createRoom();
    await uploadTrack(owner, id);
    const { checks } = await superadmin.call("dev.checkIntegrity", {});
    expect(checks.filter(({ status }) => status !== "ok")).toEqual([]);
    expect(checks.length).toBeGreaterThan(8);
  });

  it("find a track without audio, a wrong size, and a stored object of another size", async () => {
    const { owner, id } = await createRoom();
    const [lost, resized] = [await uploadTrack(owner, id), await uploadTrack(owner, id)];
    await env.DB.prepare("UPDATE tracks SET audio_object = 'nothing' WHERE id = ?").bind(lost).run();
    await env.DB.prepare("UPDATE tracks SET size_bytes = 1 WHERE id = ?").bind(resized).run();
    expect(await check("tracks-without-audio")).toMatchObject({ status: "failed", problems: 1, subjects: [lost] });
    expect(await check("track-sizes")).toMatchObject({ problems: 1, subjects: [resized] });
    expect(await check("audio-without-track")).toMatchObject({ problems: 1 });
    // An earlier test file may have stored an object late, which the database does not know.
    const stored = env.DB.prepare("SELECT audio_object AS object FROM tracks WHERE id = ?").bind(resized);
    const key = `audio/${await stored.first("object")}`;
    await env.MEDIA.put(key, "other bytes");
    expect(await check("object-sizes")).toMatchObject({ problems: 1, subjects: [key] });
  });
});

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claimData, DataInUseError, sendCommand } from "#scripts/control-socket.mjs";
import { runScript, waitForEnd } from "#tests/support/run-script.ts";

let data = "";
const servers: { close(): void }[] = [];

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "tutti-data-"));
});

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  rmSync(data, { recursive: true, force: true });
});

async function claim(folder = data): Promise<void> {
  servers.push(
    await claimData(folder, async (request) => {
      if (request.type === "describe") return { port: 8787 };
      throw new Error("no such table: rooms");
    }),
  );
}

it("a command reaches the server of its data folder", async () => {
  await claim();
  expect(await sendCommand(data, { type: "describe" })).toEqual({ port: 8787 });
});

it("without a server, a command has no answer", async () => {
  expect(await sendCommand(data, { type: "describe" })).toBeNull();
});

it("an error of the server reaches the command", async () => {
  await claim();
  await expect(sendCommand(data, { type: "query", sql: "SELECT * FROM rooms" })).rejects.toThrow("no such table: rooms");
});

it("a second server on the same data is refused with the port of the first", async () => {
  await claim();
  await expect(claim()).rejects.toEqual(new DataInUseError(8787));
});

it("a server that was killed does not keep its data folder", async () => {
  const socket = join(data, "control.sock");
  const script = `require("node:net").createServer().listen(${JSON.stringify(socket)})`;
  const killed = spawn(process.execPath, ["-e", script]);
  await expect.poll(() => existsSync(socket)).toBe(true);
  const exited = new Promise((resolve) => killed.once("exit", resolve));
  killed.kill("SIGKILL");
  await exited;
  await claim();
  expect(await sendCommand(data, { type: "describe" })).toEqual({ port: 8787 });
});

describe("a data folder with a long path", () => {
  const listTemporary = () => readdirSync(tmpdir()).filter((name) => name.startsWith("tutti-"));
  let folder = "";
  beforeEach(() => {
    folder = join(data, "a".repeat(120));
    mkdirSync(folder);
  });

  it("has its socket in it, and nothing in the folder for temporary files, which other users can write", async () => {
    const before = listTemporary();
    await claim(folder);
    expect(await sendCommand(folder, { type: "describe" })).toEqual({ port: 8787 });
    expect(readdirSync(folder)).toEqual(["control.sock"]);
    expect(listTemporary().filter((name) => !before.includes(name))).toEqual([]);
    servers.splice(0)[0]?.close();
    await expect.poll(() => readdirSync(folder)).toEqual([]);
  });

  it("is claimed once", async () => {
    await claim(folder);
    await expect(claim(folder)).rejects.toEqual(new DataInUseError(8787));
  });
});

it("a backup refuses a folder that is not the snapshot of its data, and leaves it alone", async () => {
  const other = join(data, "other");
  const folder = join(data, "data");
  for (const path of [other, folder]) mkdirSync(path);
  for (const path of [other, folder]) writeFileSync(join(path, "migrations.json"), "[]");
  let path = other;
  servers.push(await claimData(folder, async () => ({ path })));
  const backUp = async () => {
    const { child, output } = runScript("backup.mjs", [join(data, "backup.tar.gz"), "--data", folder]);
    expect(await waitForEnd(child)).toBe(1);
    return output();
  };
  expect(await backUp()).toContain(`${other} is not a snapshot of`);
  symlinkSync(other, join(folder, "snapshot"));
  path = join(folder, "snapshot");
  expect(await backUp()).toContain("is not a snapshot of");
  expect(readdirSync(other)).toEqual(["migrations.json"]);
  expect(existsSync(join(data, "backup.tar.gz"))).toBe(false);
});

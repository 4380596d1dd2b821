import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { claimData, DataInUseError, sendCommand } from "#scripts/control-socket.mjs";

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

it("a data folder with a long path can be claimed", async () => {
  const folder = join(data, "a".repeat(120));
  mkdirSync(folder);
  await claim(folder);
  expect(await sendCommand(folder, { type: "describe" })).toEqual({ port: 8787 });
});

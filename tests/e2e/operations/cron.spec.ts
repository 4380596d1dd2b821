import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sendCommand } from "#scripts/control-socket.mjs";
import { expect, test } from "../test.ts";
import { registerUser } from "../test-user.ts";
import { createDataFolder, startOwnServer } from "./own-server.ts";

const PORT = Number(process.env.E2E_PORT ?? 8788) + 34;
const CRON = "*/5 * * * *";

/** A mail provider that refuses its first mail and accepts all others. */
async function startMailProvider() {
  const accepted: string[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const isRefused = requests === 1;
    request.on("data", (chunk) => !isRefused && accepted.push(String(chunk)));
    request.on("end", () => response.writeHead(isRefused ? 503 : 200).end(JSON.stringify({ id: "1" })));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/emails`, accepted, requests: () => requests, close: () => server.close() };
}

const COUNTS = `SELECT
  (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM room_tokens) AS tokens,
  (SELECT count(*) FROM uploads) AS uploads, (SELECT count(*) FROM rooms) AS rooms, (SELECT count(*) FROM mails) AS mails`;

test("the server's cron deletes what has expired, retries mail and completes interrupted removals", async ({ playwright }) => {
  const mail = await startMailProvider();
  const vars = {
    MAIL_FROM: "Tutti <hello@tutti.test>",
    MAIL_API_KEY: "key",
    MAIL_API_URL: mail.url,
    MAIL_LINK_ORIGIN: "https://tutti.test",
    LINK_LOOPBACK: "allow",
  };
  const server = await startOwnServer({ data: createDataFolder(), port: PORT, apiRequest: playwright.request, vars });
  const query = (sql: string) => sendCommand(server.data, { type: "query", sql });
  const counts = async () => (await query(COUNTS))[0];

  const mira = await registerUser(server.request, server.origin);
  const { id, url } = await mira.createRoom("Kept");
  const removed = await mira.createRoom("Removed");
  await mira.call("mutation", "uploads.announce", { roomId: id, files: [{ fileName: "a.mp3", sizeBytes: 5000 }] });
  await mira.call("mutation", "rooms.update", { id: id as never, password: "sesame" });
  await mira.call("mutation", "rooms.generateAccessToken", { room_url: url, password: "sesame", session_id: "visitor" });
  await server.request.post("/api/auth/request-password-reset", { data: { emailOrUsername: mira.email } });
  await expect.poll(mail.requests).toBe(1);
  expect(await counts()).toEqual({ sessions: 1, tokens: 1, uploads: 1, rooms: 2, mails: 1 });

  await sendCommand(server.data, { type: "run-cron", cron: CRON });
  expect(await counts()).toEqual({ sessions: 1, tokens: 1, uploads: 1, rooms: 2, mails: 1 });

  for (const table of ["sessions", "room_tokens"]) await query(`UPDATE ${table} SET expires_at_ms = 1`);
  await query("UPDATE uploads SET created_at_ms = 1");
  await query("UPDATE mails SET next_try_at_ms = 1");
  await query(`UPDATE rooms SET deleted_at_ms = 1 WHERE id = '${removed.id}'`);
  await sendCommand(server.data, { type: "run-cron", cron: CRON });
  expect(await counts()).toEqual({ sessions: 0, tokens: 0, uploads: 0, rooms: 1, mails: 0 });
  expect(mail.accepted.join()).toContain(mira.email);
  await server.stop();
  mail.close();
});

// A public room with three short tracks, so that there is something to hear at once. Made through the product's own
// front door, like anybody would.
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { demoTracks } from "./demo-music.mjs";
import { runTool, writeJson } from "./project.mjs";

const ROOM = "Tutti demo";

/** The demo of a data folder: its room's address and its owner's sign-in. Made once. */
export async function ensureDemo(origin, data) {
  const file = join(data, "demo.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  console.log("Making a demo room …");
  const account = {
    name: "Demo",
    username: "demo",
    email: "demo@tutti.example",
    password: randomBytes(6).toString("base64url"),
  };
  const cookie = await register(origin, account);
  const call = (path, args, kind = "mutation") => callFunction(origin, cookie, { path, kind, args });
  const { id, room_url: room } = await call("rooms.create", { name: ROOM });
  for (const track of demoTracks()) {
    const { uploadId, partBytes } = await call("uploads.begin", {
      roomId: id,
      fileName: `${track.tags.title}.wav`,
      sizeBytes: track.file.byteLength,
    });
    for (let at = 0, number = 1; at < track.file.byteLength; at += partBytes, number++) {
      const body = track.file.subarray(at, at + partBytes);
      const part = await fetch(`${origin}/api/uploads/${uploadId}/parts/${number}`, {
        method: "PUT",
        headers: { Cookie: cookie },
        body,
      });
      if (!part.ok) throw new Error(`part ${number}: ${await part.text()}`);
    }
    await call("uploads.complete", { uploadId, tags: track.tags, hue: null });
  }
  grantSuperadmin(data, account.username);
  const demo = { room, username: account.username, password: account.password };
  writeJson(file, demo);
  return demo;
}

async function register(origin, account) {
  const answer = await fetch(`${origin}/api/auth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(account),
  });
  if (!answer.ok) throw new Error(`the demo account: ${await answer.text()}`);
  return (answer.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
}

async function callFunction(origin, cookie, { path, kind, args }) {
  const answer = await fetch(`${origin}/api/${kind}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: cookie },
    body: JSON.stringify({ path, format: "json", args }),
  });
  const body = await answer.json();
  if (body.status !== "success") throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body.value;
}

/** On one's own machine, the demo's owner may see the developer pages. */
function grantSuperadmin(data, username) {
  const sql = `UPDATE users SET super_admin = 1 WHERE username = '${username}'`;
  const args = ["d1", "execute", "DB", "--local", "--persist-to", data, "--command", sql];
  const { status, output } = runTool("wrangler", args, { env: { CI: "1" }, capture: true });
  if (status !== 0) throw new Error(output);
}

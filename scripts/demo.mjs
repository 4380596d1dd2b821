// A public room with three short tracks, so that there is something to hear at once. Made through the product's own
// front door, like anybody would.
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { demoTracks } from "./demo-music.mjs";
import { writeJson } from "./project.mjs";
import { databaseOf, setSuperadmin } from "./superadmin.mjs";

const ROOM = "Tutti demo";

/** The demo of a data folder: its room's address and its owner's sign-in. Made once; what was interrupted is finished. */
export async function ensureDemo(origin, data) {
  const file = join(data, "demo.json");
  const demo = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : newDemo();
  if (demo.isWhole) return demo;
  console.log("Making a demo room …");
  writeJson(file, demo);
  const cookie = await signIn(origin, demo);
  const call = (path, args, kind = "mutation") => callFunction(origin, cookie, { path, kind, args });
  if (!demo.room) {
    const { room_url: room } = await call("rooms.create", { name: ROOM });
    demo.room = room;
    writeJson(file, demo);
  }
  const { state } = await call("rooms.getState", { id: demo.room }, "query");
  for (const track of demoTracks().slice(state.playlist.length)) await upload(track, state.info.id, { origin, cookie, call });
  // on one's own machine, the demo's owner may see the developer pages
  await setSuperadmin(databaseOf({ data, isRemote: false }), demo.username, true);
  demo.isWhole = true;
  writeJson(file, demo);
  return demo;
}

function newDemo() {
  return { username: "demo", password: randomBytes(6).toString("base64url"), room: "", isWhole: false };
}

async function upload({ title, sound, file, cover, hue }, roomId, { origin, cookie, call }) {
  const files = [{ fileName: `${title}.wav`, sizeBytes: file.byteLength }];
  const { uploadIds, partBytes } = await call("uploads.announce", { roomId, files });
  const [uploadId] = uploadIds;
  await call("uploads.begin", { uploadId, sha256: createHash("sha256").update(file).digest("hex") });
  for (let at = 0, number = 1; at < file.byteLength; at += partBytes, number++) {
    await put(`${origin}/api/uploads/${uploadId}/parts/${number}`, cookie, file.subarray(at, at + partBytes));
  }
  await put(`${origin}/api/uploads/${uploadId}/cover`, cookie, cover);
  await call("uploads.complete", { uploadId, hue, analysis: await listen(sound) });
}

/** What a browser would hear in it. */
async function listen({ planes, sampleRate }) {
  const { tsImport } = await import("tsx/esm/api");
  const { createAnalyzer } = await tsImport("../app/audio/analysis/analyze-samples.ts", import.meta.url);
  const analysis = createAnalyzer({ sampleRate, channels: planes.length, totalFrames: planes[0].length });
  analysis.push(planes);
  const { waveform, ...levels } = analysis.finish();
  return { ...levels, waveform: Buffer.from(waveform).toString("base64") };
}

async function put(url, cookie, body) {
  const answer = await fetch(url, { method: "PUT", headers: { Cookie: cookie }, body });
  if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`);
}

/** Registers, or signs in where that has happened already. */
async function signIn(origin, { username, password }) {
  const account = { name: "Demo", username, email: "demo@tutti.example", password };
  const registered = await post(origin, "/api/auth/register", account);
  const answer = registered.ok ? registered : await post(origin, "/api/auth/login", { emailOrUsername: username, password });
  if (!answer.ok) throw new Error(`the demo account: ${await answer.text()}`);
  return (answer.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
}

function post(origin, path, body, headers = {}) {
  return fetch(origin + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

async function callFunction(origin, cookie, { path, kind, args }) {
  const answer = await post(origin, `/api/${kind}`, { path, format: "json", args }, { Cookie: cookie });
  const body = await answer.json();
  if (body.status !== "success") throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body.value;
}

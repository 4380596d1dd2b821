// Creates a public demo room with three short tracks, through the app's HTTP API.
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createDemoTracks } from "./demo-music.mjs";
import { writeJson } from "./project.mjs";
import { selectDatabase, setSuperadmin } from "./superadmin.mjs";

const ROOM_NAME = "Tutti demo";

/**
 * The demo of a data folder: the room's address and the owner's credentials. The room is created once. An interrupted run
 * is completed by the next one.
 */
export async function ensureDemo(origin, data) {
  const file = join(data, "demo.json");
  const demo = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : createCredentials();
  if (demo.isComplete) return demo;
  console.log("Creating the demo room …");
  writeJson(file, demo);
  const client = createClient(origin, await signIn(origin, demo));
  if (!demo.room) {
    const { room_url: room } = await client.call("rooms.create", { name: ROOM_NAME });
    demo.room = room;
    writeJson(file, demo);
  }
  const { state } = await client.call("rooms.getState", { id: demo.room }, "query");
  const tracks = await createDemoTracks();
  for (const track of tracks.slice(state.playlist.length)) await upload(client, state.info.id, track);
  // On the user's own machine, the demo owner may open the developer pages.
  await setSuperadmin(selectDatabase({ data, isRemote: false }), demo.username, true);
  demo.isComplete = true;
  writeJson(file, demo);
  return demo;
}

function createCredentials() {
  return { username: "demo", password: randomBytes(6).toString("base64url"), room: "", isComplete: false };
}

/** Calls the HTTP API with a session cookie. */
function createClient(origin, cookie) {
  return {
    async call(path, args, kind = "mutation") {
      const response = await post(origin, `/api/${kind}`, { path, format: "json", args }, { Cookie: cookie });
      const body = await response.json();
      if (body.status !== "success") throw new Error(`${path}: ${JSON.stringify(body)}`);
      return body.value;
    },
    async put(path, body) {
      const response = await request(origin + path, { method: "PUT", headers: { Cookie: cookie }, body });
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    },
  };
}

async function upload(client, roomId, { title, sound, file, cover, hue }) {
  const files = [{ fileName: `${title}.wav`, sizeBytes: file.byteLength }];
  const { uploadIds, partBytes } = await client.call("uploads.announce", { roomId, files });
  const [uploadId] = uploadIds;
  await client.call("uploads.begin", { uploadId, sha256: createHash("sha256").update(file).digest("hex") });
  for (let at = 0, number = 1; at < file.byteLength; at += partBytes, number++) {
    await client.put(`/api/uploads/${uploadId}/parts/${number}`, file.subarray(at, at + partBytes));
  }
  await client.put(`/api/uploads/${uploadId}/cover`, cover);
  await client.call("uploads.complete", { uploadId, hue, analysis: await analyze(sound) });
}

/** The analysis that a browser would send. */
async function analyze({ planes, sampleRate }) {
  const { tsImport } = await import("tsx/esm/api");
  const { createAnalyzer } = await tsImport("../app/audio/analysis/analyze-samples.ts", import.meta.url);
  const analyzer = createAnalyzer({ sampleRate, channels: planes.length, totalFrames: planes[0].length });
  analyzer.push(planes);
  const { waveform, ...levels } = analyzer.finish();
  return { ...levels, waveform: Buffer.from(waveform).toString("base64") };
}

/** Registers the demo user, or signs in if it is already registered. Returns the session cookie. */
async function signIn(origin, { username, password }) {
  const account = { name: "Demo", username, email: "demo@tutti.example", password };
  const registered = await post(origin, "/api/auth/register", account);
  const response = registered.ok ? registered : await post(origin, "/api/auth/login", { emailOrUsername: username, password });
  if (!response.ok) throw new Error(`signing in as the demo user failed: ${await response.text()}`);
  return (response.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
}

function post(origin, path, body, headers = {}) {
  return request(origin + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

/** Sends a request again, once, if the server has closed the connection on which it was sent. */
async function request(url, init) {
  try {
    return await fetch(url, init);
  } catch {
    return fetch(url, init);
  }
}

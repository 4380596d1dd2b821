import { expect, test } from "#tests/e2e/test.ts";
import { createUser } from "#tests/e2e/test-user.ts";
import { writeWavFile } from "#tests/e2e/wav-files.ts";
import { ChatTimes } from "./load/chat-load.ts";
import { LoadSocket } from "./load/load-socket.ts";
import {
  COMMAND_PAUSE_MS,
  describe,
  type LoadRoom,
  measureCommands,
  measureJoins,
  print,
  startCpu,
  waitForAll,
} from "./load/measure-room.ts";
import { startReactions } from "./load/reaction-load.ts";

/** `SECONDS=10 LISTENERS=100 npm run bench:together` measures less. */
const LISTENERS = Number(process.env.LISTENERS ?? 1000);
const SECONDS = Number(process.env.SECONDS ?? 60);
const REACTIONS_PER_SEC = 200;
const MESSAGES_PER_SEC = 50;
/** Each writes once a second. */
const WRITERS = MESSAGES_PER_SEC;
/** The times of messages are measured at some listeners only, those of reactions at all. */
const READERS = 100;
/** A room collects reactions and messages for 150 ms, and playback commands must not notice them. */
const FAN_OUT_GOAL_MS = 300;
const COMMANDS_GOAL_MS = 150;

test("reactions of all listeners and a busy chat while the host controls the playback", async ({ request, baseURL }) => {
  const host = await createUser(request, baseURL);
  // longer than the commands seek
  const track = writeWavFile("together", [new Float32Array((SECONDS * 2 + 30) * 8000)], 8000);
  const { id } = await host.createRoom("Together", [track]);
  const room: LoadRoom = { id, baseURL: baseURL ?? "", host };
  console.log(
    `\n    ${LISTENERS} listeners, ${REACTIONS_PER_SEC} reactions and ${MESSAGES_PER_SEC} messages a second, ${SECONDS} s`,
  );
  const manager = new LoadSocket({ baseURL: room.baseURL, roomId: id, index: 60_000, cookie: host.cookie });
  await waitForAll([manager], "welcome");
  const chat = new ChatTimes();
  const sockets = await measureJoins(room, LISTENERS, { createReader: (i) => (i < READERS ? chat.addReader() : {}) });
  const writers = await addWriters(room, request);
  await manager.run({ type: "play" });
  const [entry] = (await host.call("query", "rooms.getState", { id })).state.playlist;
  if (!entry) throw new Error("the playlist is empty");

  const cpu = startCpu();
  const reacting = startReactions(sockets, { entryId: entry.id, perSecond: REACTIONS_PER_SEC });
  const writing = chat.start(writers, MESSAGES_PER_SEC);
  const goals = { answersMs: COMMANDS_GOAL_MS, eventsMs: COMMANDS_GOAL_MS };
  const count = Math.floor((SECONDS * 1000) / COMMAND_PAUSE_MS);
  await measureCommands(room, { manager, sockets, count, goals, name: "commands" });
  const [reactions, messages] = await Promise.all([reacting.stop(), writing.stop()]);
  const goal = `   goal p99 ${FAN_OUT_GOAL_MS} ms`;
  print("reactions at every listener", describe(reactions) + goal, cpu.read(sockets.length));
  print(`messages at ${READERS} listeners`, describe(messages) + goal, "");
  const { marks } = await host.call("query", "reactions.get", { roomId: id, entryId: entry.id });
  print("reactions stored for the track", `${JSON.stringify(marks).length} bytes`, "");
  for (const socket of [manager, ...writers, ...sockets]) socket.close();
  expect([...reactions, ...messages].filter((ms) => ms === Number.POSITIVE_INFINITY)).toEqual([]);
});

/** People who may write in the chat. */
async function addWriters({ id, baseURL, host }: LoadRoom, request: Parameters<typeof createUser>[0]) {
  const writers: LoadSocket[] = [];
  for (let i = 0; i < WRITERS; i++) {
    const user = await createUser(request, baseURL, `Writer ${i}`);
    await host.call("mutation", "members.add", { id, userId: user.id, role: "participant" });
    writers.push(new LoadSocket({ baseURL, roomId: id, index: 60_001 + i, cookie: user.cookie }));
  }
  await waitForAll(writers, "welcome of the writers");
  return writers;
}

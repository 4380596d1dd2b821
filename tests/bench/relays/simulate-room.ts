import { seededRandom } from "#scripts/sound.mjs";
import { COSTS, HOP } from "./costs.ts";
import { SingleThread } from "./single-thread.ts";

/** A relay has as many sockets as a room without relays is measured with. */
export const SOCKETS_PER_RELAY = 1000;

export type SimulatedRoom = {
  readonly listeners: number;
  /** 0: the room has the sockets itself. */
  readonly relays: number;
};

/** Times since a command was sent or everyone began to join, without the way over the network to the listeners. */
export type RoomTimes = {
  /** When each listener was sent the event of a command. */
  readonly eventsMs: readonly number[];
  /** When each command was answered. */
  readonly answersMs: readonly number[];
  /** When each listener was sent its snapshot, if all join at once. */
  readonly welcomesMs: readonly number[];
  /** Messages that the room object sends for one event. */
  readonly roomMessages: number;
};

const COMMANDS = 50;
/** Commands come so far apart that one does not wait for another. */
const COMMAND_EVERY_MS = 30_000;

export function planRelays(listeners: number): number {
  return listeners <= SOCKETS_PER_RELAY ? 0 : Math.ceil(listeners / SOCKETS_PER_RELAY);
}

export function simulateRoom(room: SimulatedRoom, seed = 1): RoomTimes {
  const random = seededRandom(seed);
  const hopMs = () => HOP.medianMs * HOP.spread ** normal(random);
  const commands = Array.from({ length: COMMANDS }, (_, i) => simulateCommand(room, i * COMMAND_EVERY_MS, hopMs));
  return {
    eventsMs: commands.flatMap(({ eventsMs }) => eventsMs),
    answersMs: commands.map(({ answerMs }) => answerMs),
    welcomesMs: simulateJoins(room, hopMs),
    roomMessages: room.relays || room.listeners,
  };
}

/** The room broadcasts to its sockets or relays, and every relay to its own sockets. A relay forwards the command and its answer. */
function simulateCommand({ listeners, relays }: SimulatedRoom, sentMs: number, hopMs: () => number) {
  const room = new SingleThread();
  const wayMs = () => (relays > 0 ? hopMs() + COSTS.receiveMs + COSTS.sendMs : 0);
  const decidedMs = room.run(sentMs + wayMs(), COSTS.receiveMs + COSTS.commandMs);
  const broadcast = (thread: SingleThread, sockets: number, atMs: number) =>
    Array.from({ length: sockets }, () => thread.run(atMs, COSTS.sendMs));
  const firstLevel = broadcast(room, relays || listeners, decidedMs);
  const answerMs = room.run(decidedMs, COSTS.sendMs) + wayMs() - sentMs;
  const eventsMs =
    relays === 0
      ? firstLevel
      : firstLevel.flatMap((atMs, i) => {
          const relay = new SingleThread();
          return broadcast(relay, socketsOf(listeners, relays, i), relay.run(atMs + hopMs(), COSTS.receiveMs));
        });
  return { answerMs, eventsMs: eventsMs.map((ms) => ms - sentMs) };
}

/** A relay answers with its copy of the room's snapshot, which it asks for once. */
function simulateJoins({ listeners, relays }: SimulatedRoom, hopMs: () => number): readonly number[] {
  const admit = (thread: SingleThread, sockets: number, fromMs: number) =>
    Array.from({ length: sockets }, () => thread.run(fromMs, COSTS.joinMs));
  const room = new SingleThread();
  if (relays === 0) return admit(room, listeners, 0);
  return Array.from({ length: relays }, (_, i) => {
    const snapshotMs = room.run(hopMs(), COSTS.receiveMs + COSTS.joinMs) + hopMs();
    return admit(new SingleThread(), socketsOf(listeners, relays, i), snapshotMs);
  }).flat();
}

function socketsOf(listeners: number, relays: number, relay: number): number {
  return Math.floor(listeners / relays) + (relay < listeners % relays ? 1 : 0);
}

/** Standard normal distribution (Box and Muller 1958). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

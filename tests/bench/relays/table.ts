// `npm run bench:relays`: rooms with more listeners than one object serves, and lists of many rooms, simulated from measured costs.
import { percentile } from "#tests/support/percentile.ts";
import { COSTS, HOP } from "./costs.ts";
import { planRelays, type RoomTimes, SOCKETS_PER_RELAY, simulateRoom } from "./simulate-room.ts";
import { loadOfLists, loadOfRoom } from "./steady-load.ts";

const SIZES = [1000, 3000, 10_000, 30_000, 100_000];
const PAGES = 10_000;
const ROOMS = [1000, 10_000, 100_000];

const column = (value: number, digits = 0) => value.toFixed(digits).padStart(11);
const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(11);

function formatTimes(listeners: number, relays: number, times: RoomTimes): string {
  const { eventsMs, answersMs, welcomesMs, roomMessages } = times;
  const columns = [
    relays,
    percentile(eventsMs, 0.5),
    percentile(eventsMs, 0.99),
    percentile(answersMs, 0.99),
    percentile(welcomesMs, 1),
    roomMessages,
  ];
  return `  ${String(listeners).padStart(9)}${columns.map((value) => column(value)).join("")}`;
}

console.log(`
  Costs: ${COSTS.sendMs} ms for a message to a socket, ${COSTS.receiveMs} ms for a received one, ${COSTS.commandMs} ms for a command,
  ${COSTS.joinMs} ms for a connection. Between two objects ${HOP.medianMs} ms (median). At most ${SOCKETS_PER_RELAY} sockets for each relay.
  Times in ms, without the network to the listeners. Messages: sent by the room object for one event.

  listeners     relays  event p50  event p99 answer p99   welcomes   messages`);
for (const listeners of SIZES) {
  const relays = planRelays(listeners);
  console.log(formatTimes(listeners, 0, simulateRoom({ listeners, relays: 0 })));
  if (relays > 0) console.log(formatTimes(listeners, relays, simulateRoom({ listeners, relays })));
}

console.log(`
  While a room plays: messages a second to and from the room object, and how busy its thread is.

  listeners     relays         in        out       busy`);
for (const listeners of SIZES) {
  const { inPerSec, outPerSec, busyShare } = loadOfRoom(listeners);
  const columns = [column(planRelays(listeners)), column(inPerSec), column(outPerSec), percent(busyShare)];
  console.log(`  ${String(listeners).padStart(9)}${columns.join("")}`);
}

console.log(`
  Lists and live counts, ${PAGES} open pages: messages a second to and from the busiest object, and how busy its thread is.

      rooms                              in        out       busy`);
for (const rooms of ROOMS) {
  for (const { name, inPerSec, outPerSec, busyShare } of loadOfLists(rooms, PAGES)) {
    console.log(
      `  ${String(rooms).padStart(9)}  ${name.padEnd(22)}${column(inPerSec)}${column(outPerSec)}${percent(busyShare)}`,
    );
  }
}
console.log("");

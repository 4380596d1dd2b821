import { expect, it } from "vitest";
import { toSentence } from "#scripts/log-lines.mjs";

it("a line of the Worker is a sentence on a terminal", () => {
  const time = "2026-11-30T12:03:44.120Z";
  const clock = new Date(time).toTimeString().slice(0, 8);
  const error = {
    level: "error",
    time,
    where: "room-command",
    name: "TypeError",
    message: "no entry",
    stack: "at x",
    room: "r1",
  };
  expect(toSentence(JSON.stringify(error))).toBe(`${clock}  error  room-command  TypeError: no entry  room="r1"`);
  const event = { level: "info", time, where: "room-loaded", revision: 7 };
  expect(toSentence(JSON.stringify(event))).toBe(`${clock}  info  room-loaded  revision=7`);
});

it.each(["workerd: disk I/O error", '{"level":"error","time":"2026-'])("other lines stay as they are: %s", (line) => {
  expect(toSentence(line)).toBe(line);
});

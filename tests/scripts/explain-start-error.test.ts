import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { UsageError } from "#scripts/command-line.mjs";
import { DataInUseError } from "#scripts/control-socket.mjs";
import { explainStartError } from "#scripts/explain-start-error.mjs";

const explain = (error: unknown) => explainStartError(error, { port: 8711, host: "192.0.2.1", data: tmpdir() });
const withCode = (code: string) => Object.assign(new Error("failed"), { code });

it.each([
  [withCode("EADDRINUSE"), "Port 8711 is in use."],
  [withCode("ERR_ADDRESS_IN_USE"), "Port 8711 is in use. Stop the program that uses it, or choose another with --port."],
  [
    Object.assign(withCode("EADDRINUSE"), { port: 8712, option: "--inspect" }),
    "Port 8712 is in use. Stop the program that uses it, or choose another with --inspect.",
  ],
  [withCode("EADDRNOTAVAIL"), "192.0.2.1 is not an address of this machine."],
  [withCode("ENOSPC"), `The disk with ${tmpdir()} is full.`],
  [new UsageError("PUBLIC_ORIGIN is music.example."), "PUBLIC_ORIGIN is music.example."],
  [new DataInUseError(8787), "Another Tutti server on http://localhost:8787"],
])("an error at the start is a sentence: %s", (error, sentence) => {
  expect(explain(error)).toContain(sentence);
});

it("an unexpected error keeps its stack", () => {
  const error = new Error("unexpected");
  expect(explain(error)).toBe(error);
});

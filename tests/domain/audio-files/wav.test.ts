import { describe, expect, it } from "vitest";
import { readWavInfo, readWavSamples } from "#app/domain/audio-files/wav.ts";

type Chunk = readonly [id: string, body: Uint8Array, claimedBytes?: number];

function buildWav(chunks: readonly Chunk[]): Uint8Array {
  const parts = chunks.map(([id, body, claimed = body.length]) => {
    const header = new DataView(new ArrayBuffer(8));
    for (const [i, char] of [...id].entries()) header.setUint8(i, char.charCodeAt(0));
    header.setUint32(4, claimed, true);
    return Buffer.concat([new Uint8Array(header.buffer), body, new Uint8Array(body.length % 2)]);
  });
  return Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVE", "latin1"), ...parts]);
}

function buildFormatChunk({ tag = 1, channels = 2, rate = 48_000, bits = 16, subformat = 0 } = {}): Chunk {
  const view = new DataView(new ArrayBuffer(subformat ? 40 : 16));
  view.setUint16(0, tag, true);
  view.setUint16(2, channels, true);
  view.setUint32(4, rate, true);
  view.setUint32(8, (rate * channels * bits) / 8, true);
  view.setUint16(12, (channels * bits) / 8, true);
  view.setUint16(14, bits, true);
  if (subformat) view.setUint16(24, subformat, true);
  return ["fmt ", new Uint8Array(view.buffer)];
}

const readInfo = (file: Uint8Array) => readWavInfo(async (start, end) => file.subarray(start, end), file.length);

async function readSamples(format: Chunk, data: readonly number[]) {
  const file = buildWav([format, ["data", Uint8Array.from(data)]]);
  const info = await readInfo(file);
  if (!info.ok) throw new Error(info.error);
  const { startByte, frameBytes, totalFrames } = info.value;
  return readWavSamples(file.subarray(startByte, startByte + frameBytes * totalFrames), info.value);
}

describe("WAV", () => {
  it("AF8 samples are found after other chunks", async () => {
    const file = buildWav([
      ["bext", new Uint8Array(601)],
      buildFormatChunk(),
      ["LIST", new Uint8Array(7)],
      ["data", new Uint8Array(400)],
    ]);
    expect(await readInfo(file)).toMatchObject({
      ok: true,
      value: { totalFrames: 100, channels: 2, startByte: file.length - 400 },
    });
  });

  it.each([0, 0xffffffff, 5000])("AF8 a length of %i is limited to the end of the file", async (claimed) => {
    const file = buildWav([buildFormatChunk(), ["data", new Uint8Array(400), claimed]]);
    expect(await readInfo(file)).toMatchObject({ ok: true, value: { totalFrames: 100 } });
  });

  it.each([
    ["8 bits", { bits: 8 }, [0, 128, 192], [-1, 0, 0.5]],
    ["16 bits", { bits: 16 }, [0, 0x80, 0, 0, 0, 0x40], [-1, 0, 0.5]],
    ["24 bits", { bits: 24 }, [0, 0, 0x80, 0xff, 0xff, 0xff, 0, 0, 0x40], [-1, -1 / 2 ** 23, 0.5]],
    ["32 bits", { bits: 32 }, [0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0x40], [-1, 0, 0.5]],
    ["floats", { tag: 3, bits: 32 }, [...new Uint8Array(Float32Array.of(-1, 0.25).buffer)], [-1, 0.25]],
    ["doubles", { tag: 3, bits: 64 }, [...new Uint8Array(Float64Array.of(-1, 0.25).buffer)], [-1, 0.25]],
    ["A-law", { tag: 6, bits: 8 }, [0xd5, 0x55, 0xaa], [8 / 2 ** 15, -8 / 2 ** 15, 32_256 / 2 ** 15]],
    ["µ-law", { tag: 7, bits: 8 }, [0xff, 0x00, 0x80], [0, -32_124 / 2 ** 15, 32_124 / 2 ** 15]],
    ["16 bits, extensible", { tag: 0xfffe, bits: 16, subformat: 1 }, [0, 0x80, 0, 0x40], [-1, 0.5]],
  ])("AF8 reads %s", async (_name, format, data, values) => {
    expect(await readSamples(buildFormatChunk({ ...format, channels: 1 }), data)).toEqual([Float32Array.from(values)]);
  });

  it("AF8 separates the channels", async () => {
    expect(await readSamples(buildFormatChunk({ bits: 8 }), [0, 128, 64, 192])).toEqual([
      Float32Array.of(-1, -0.5),
      Float32Array.of(0, 0.5),
    ]);
  });

  it.each([
    ["without samples", buildWav([buildFormatChunk()]), "audio-damaged"],
    ["without a format", buildWav([["data", new Uint8Array(40)]]), "audio-damaged"],
    ["of no channels", buildWav([buildFormatChunk({ channels: 0 }), ["data", new Uint8Array(40)]]), "audio-damaged"],
    ["truncated in its header", buildWav([buildFormatChunk()]).subarray(0, 30), "audio-damaged"],
    [
      "of another codec",
      buildWav([buildFormatChunk({ tag: 0x55, bits: 16 }), ["data", new Uint8Array(40)]]),
      "codec-unsupported",
    ],
  ])("AF8 rejects a file %s", async (_name, file, error) => {
    expect(await readInfo(file)).toEqual({ ok: false, error });
  });
});

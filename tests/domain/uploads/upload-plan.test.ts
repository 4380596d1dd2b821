import { expect, it } from "vitest";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { expectedPartBytes, planParts } from "#app/domain/uploads/upload-plan.ts";

it.each([1, uploadLimits.partBytes, uploadLimits.partBytes + 1, uploadLimits.audioBytes])(
  "UP1 the parts of a file of %d bytes have 8 MiB but the last, and cover it exactly",
  (sizeBytes) => {
    const parts = planParts(sizeBytes);
    expect(parts[0]?.startByte).toBe(0);
    expect(parts.at(-1)?.endByte).toBe(sizeBytes);
    for (const [i, part] of parts.entries()) {
      expect(part.number).toBe(i + 1);
      expect(part.endByte - part.startByte).toBe(expectedPartBytes(sizeBytes, part.number));
      if (i > 0) expect(part.startByte).toBe(parts[i - 1]?.endByte);
      if (i < parts.length - 1) expect(part.endByte - part.startByte).toBe(uploadLimits.partBytes);
    }
    expect(expectedPartBytes(sizeBytes, parts.length + 1)).toBe(0);
  },
);

it("UP1 a number that is not a part's has no bytes", () => {
  for (const number of [0, -1, 1.5, Number.NaN]) expect(expectedPartBytes(100, number)).toBe(0);
});

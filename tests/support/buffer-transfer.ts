/** Node 20 cannot free buffers as browsers do (ECMAScript 2024). With this, tests notice data that is used after it was freed. */
Object.assign(ArrayBuffer.prototype, {
  transfer(this: ArrayBuffer): ArrayBuffer {
    structuredClone(this, { transfer: [this] });
    return new ArrayBuffer(0);
  },
});

/** Carries the address of a client from the Worker to an object. */
const ADDRESS_HEADER = "X-Tutti-Address";

/** The request as it is forwarded: with the address in a header, and without cookies. */
export function withAddress(request: Request, address: string): Request {
  const headers = new Headers(request.headers);
  headers.set(ADDRESS_HEADER, address);
  headers.delete("Cookie");
  return new Request(request, { headers });
}

export function readAddress(request: Request): string {
  return request.headers.get(ADDRESS_HEADER) ?? "";
}

/** Limits of the lobby. A page that shows a room list has one socket. */
export const lobbyLimits = {
  /** Open sockets, held by addresses (WK3). Many people may share one. */
  sockets: { perHolder: 500, inAll: 5000 },
  /** Messages of an address. A page sends one when the rooms that it shows change. */
  messages: { burst: 1000, perSecond: 20 },
  /** Maximum length of a message, characters. */
  messageChars: 4096,
} as const;

import type { ChatDrafts } from "#app/app-state/chat-drafts.ts";
import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import type { ChatMessage, NewChatMessage } from "#app/domain/chat/chat-message.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { Result } from "#app/domain/result.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import type { ChatPage, ChatServerMessage, PersonMute } from "#app/protocol/chat-messages.ts";
import type { ServerMessage } from "#app/protocol/room-messages.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { addOlder, applyChanges, applyMissed, type ChatWindow, hasOlder, openWindow, trimWindow } from "./chat-window.ts";
import { Outbox, type OutboxMessage } from "./outbox.ts";
import { type PendingChange, PendingChanges } from "./pending-changes.ts";
import { ReadMark } from "./read-mark.ts";
import { Typing } from "./typing.ts";

export type ListArgs = { readonly beforeSeq?: number; readonly limit?: number; readonly sinceChange?: number };

export type ChatStoreDeps = {
  readonly connection: Pick<RoomConnection, "send" | "onMessage" | "chat" | "markChatRead">;
  /** Null for a guest. */
  readonly userId: UserId | null;
  readonly drafts: ChatDrafts;
  /** Loads messages from the room. */
  readonly list: (args: ListArgs) => Promise<Result<ChatPage>>;
  readonly nowMs: () => number;
  /** Runs a callback after a delay. Returns the function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Called when the room refuses to remove a message. */
  readonly onRemovalRefused: (error: ErrorCode) => void;
};

/** The part that is being loaded: the latest page, older messages, or missed changes. */
type Part = "latest" | "older" | "missed";

export type ChatView = {
  /** Null until the latest page is loaded. */
  readonly window: ChatWindow | null;
  readonly loading: Part | null;
  /** Whether screen readers speak messages that are added. They do not speak those that were loaded. */
  readonly isSpoken: boolean;
  readonly failure: { readonly part: Part; readonly error: ErrorCode } | null;
  /** Who is muted; null for people who may not moderate the chat. */
  readonly mutes: readonly PersonMute[] | null;
};

/** Messages that stay on the page while the user follows the chat. */
const FOLLOWED_MESSAGES = 300;
/** Messages that stay on the page while the user reads earlier ones, besides those that were loaded for that. */
const UNFOLLOWED_MESSAGES = 1000;
/** Screen readers take notice of added messages within this time. */
const SPEAK_AFTER_MS = 500;

/** The chat of a room on this page: its messages, those on their way, and who types. */
export class ChatStore {
  readonly outbox: Outbox;
  readonly changes: PendingChanges;
  readonly typing: Typing;
  readonly readMark: ReadMark;
  readonly #deps: ChatStoreDeps;
  readonly #view = createStore<ChatView>({ window: null, loading: null, isSpoken: false, failure: null, mutes: null });
  readonly #following = createStore(true);
  #isOpen = false;
  /** The number of older messages that were loaded since the user followed the chat. */
  #olderMessages = 0;
  #cancelSpeaking: () => void = () => undefined;
  /** Older messages are being loaded until a place is reached. */
  #isReaching = false;
  /** The load that is under way. */
  #current: Promise<boolean> | null = null;

  constructor(deps: ChatStoreDeps) {
    const { connection, drafts, nowMs, after } = deps;
    const { send } = connection;
    this.#deps = deps;
    this.outbox = new Outbox({ send, drafts, after });
    this.changes = new PendingChanges(send);
    this.typing = new Typing({ send, nowMs, after });
    this.readMark = new ReadMark({ send, after, markLocally: connection.markChatRead });
  }

  /** Follows the room, and sends what was not sent. Returns the function that stops this. */
  start(): () => void {
    const unsubscribe = this.#deps.connection.onMessage((message) => this.#receive(message));
    this.outbox.resend();
    return () => {
      this.close();
      unsubscribe();
    };
  }

  get view(): ReadableStore<ChatView> {
    return this.#view;
  }

  /** Loads the messages. From now on they are kept up to date. */
  open(): void {
    this.#isOpen = true;
    if (!this.#view.get().window) void this.#load("latest");
    else this.#catchUp();
  }

  close(): void {
    this.#isOpen = false;
    // it opens at its end
    this.#follow(true);
    this.typing.notice(false);
    this.readMark.flush();
  }

  /** Whether the user sees the end of the chat. Older messages then leave the page as new ones come. */
  get following(): ReadableStore<boolean> {
    return this.#following;
  }

  setFollowing(isFollowing: boolean): void {
    this.#follow(isFollowing && !this.#isReaching);
  }

  #follow(isFollowing: boolean): void {
    if (isFollowing) this.#olderMessages = 0;
    this.#following.set(isFollowing);
  }

  setMutes(mutes: readonly PersonMute[]): void {
    this.#view.update((view) => ({ ...view, mutes }));
  }

  send(message: NewChatMessage): void {
    this.outbox.add(message, this.#deps.nowMs());
    this.typing.forgetNotice();
  }

  loadOlder(): void {
    const { window, loading, failure } = this.#view.get();
    if (failure?.part === "older") return;
    if (window && loading === null && hasOlder(window)) void this.#load("older");
  }

  /** Loads older messages until a place is reached. */
  async reach(seq: number): Promise<"reached" | "gone" | "failed"> {
    const wasFollowing = this.#following.get();
    this.#isReaching = true;
    this.#follow(false);
    const outcome = await this.#reach(seq);
    this.#isReaching = false;
    if (outcome !== "reached") this.#follow(wasFollowing);
    return outcome;
  }

  async #reach(seq: number): Promise<"reached" | "gone" | "failed"> {
    for (;;) {
      await this.#current;
      const { window } = this.#view.get();
      if (!window) return "failed";
      if (seq >= (window.messages[0]?.seq ?? 0)) return "reached";
      if (!hasOlder(window)) return "gone";
      if (!(await this.#load("older", chatLimits.pageMessagesMax))) return "failed";
    }
  }

  retry(): void {
    const { failure } = this.#view.get();
    if (failure) void this.#load(failure.part);
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case "snapshot":
        this.outbox.resend();
        this.changes.resend();
        this.typing.forgetNotice();
        this.readMark.renew();
        if (this.#isOpen && !this.#view.get().window) return void this.#load("latest");
        // the room was restored from a backup
        if (message.chat.change < (this.#view.get().window?.change ?? 0)) return void this.#load("latest");
        return this.#catchUp();
      case "chat":
        return this.#apply(message);
      case "chat-reply":
        return this.#settle(message);
      case "chat-typing":
        this.typing.start(message.typing.filter((userId) => userId !== this.#deps.userId));
        return this.typing.stop(message.stopped);
      default:
        return;
    }
  }

  #apply(message: Extract<ChatServerMessage, { type: "chat" }>): void {
    const written = message.messages.flatMap((one) => (one.kind === "written" ? one.authorId : []));
    this.typing.stop([...written, ...message.removedPeople]);
    const { window } = this.#view.get();
    const next = window && applyChanges(window, message);
    if (next) this.#show(next, message.messages);
    else if (!window && !this.#isOpen) this.#dropSent(message.messages);
    this.#catchUp();
  }

  #settle({ id, error, seq }: Extract<ChatServerMessage, { type: "chat-reply" }>): void {
    if (this.outbox.settle(id, error, seq)) return this.#dropSent([]);
    const change = this.changes.settle(id, error);
    if (change?.error && change.change.kind === "remove") this.#deps.onRemovalRefused(change.error);
  }

  #show(window: ChatWindow, arrived: readonly ChatMessage[]): void {
    const max = this.#following.get() ? FOLLOWED_MESSAGES : UNFOLLOWED_MESSAGES + this.#olderMessages;
    const shown = trimWindow(window, max);
    this.changes.drop(arrived);
    this.#view.update((view) => ({ ...view, window: shown }));
    this.#dropSent(arrived);
  }

  /** Own messages are shown at their places once they have arrived there. */
  #dropSent(arrived: readonly ChatMessage[]): void {
    const { window } = this.#view.get();
    const lastSeq = window?.messages.at(-1)?.seq ?? 0;
    const ids = new Set(arrived.flatMap((one) => (one.kind === "written" && one.authorId === this.#deps.userId ? one.id : [])));
    // a page without messages does not show them at their places, and has no need to
    const isShown = ({ id, seq }: OutboxMessage) => ids.has(id) || (seq !== null && (seq <= lastSeq || !window));
    for (const { id } of this.outbox.messages.get().filter(isShown)) this.#deps.drafts.removeUnsent(id);
    this.outbox.drop(isShown);
  }

  /** Loads what has changed since, for example while the connection was lost. */
  #catchUp(): void {
    const { window, loading } = this.#view.get();
    if (!this.#isOpen || loading !== null) return;
    if (window && window.change < this.#deps.connection.chat.get().change) void this.#load("missed");
  }

  /** Loads a part, one at a time. Returns whether it was loaded. */
  async #load(part: Part, limit?: number): Promise<boolean> {
    if (this.#view.get().loading !== null) return false;
    this.#current = this.#loadPart(part, limit);
    return this.#current;
  }

  async #loadPart(part: Part, limit: number | undefined): Promise<boolean> {
    const { window } = this.#view.get();
    this.#cancelSpeaking();
    this.#view.update((view) => ({ ...view, loading: part, isSpoken: false, failure: null }));
    const result = await this.#deps.list(toArgs(part, window, limit));
    this.#view.update((view) => ({ ...view, loading: null }));
    this.#cancelSpeaking = this.#deps.after(SPEAK_AFTER_MS, () => this.#view.update((view) => ({ ...view, isSpoken: true })));
    if (!result.ok) {
      this.#view.update((view) => ({ ...view, failure: { part, error: result.error } }));
      return false;
    }
    return this.#applyPage(part, result.value);
  }

  #applyPage(part: Part, page: ChatPage): boolean {
    const { window } = this.#view.get();
    const next =
      part === "latest" || !window ? openWindow(page) : part === "older" ? addOlder(window, page) : applyMissed(window, page);
    this.#view.update((view) => ({ ...view, mutes: page.mutes }));
    if (!next) {
      // too much was missed: the page starts again from the latest messages
      void this.#load("latest");
      return false;
    }
    if (part === "older") {
      this.#olderMessages += page.messages.length;
      this.#view.update((view) => ({ ...view, window: next }));
    } else this.#show(next, page.messages);
    this.#catchUp();
    return true;
  }
}

function toArgs(part: Part, window: ChatWindow | null, limit: number | undefined): ListArgs {
  const first = window?.messages[0]?.seq;
  const size = limit === undefined ? {} : { limit };
  if (part === "older" && first !== undefined) return { beforeSeq: first, ...size };
  return part === "missed" && window ? { sinceChange: window.change } : size;
}

/** The change of a message that is on its way, if there is one. */
export function findPending(changes: readonly PendingChange[], seq: number): PendingChange | null {
  return changes.find((change) => change.seq === seq) ?? null;
}

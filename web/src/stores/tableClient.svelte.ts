// The client of one table: connects, resumes, sends commands, stores log and chat.
import { BASE } from "./basePath";
import { loadCatalog, type CardRow, type Catalog } from "../cards/cards";
import { Beats } from "../animation/queue.svelte";
import { cardKeysOf } from "../cards/cardIds";
import type { Observation } from "../protocol/observation";
import { Previews } from "./previews.svelte";
import { UnavailableActions } from "./unavailable.svelte";
import { BOT_DELAY_MS, MAX_UTTERANCES, type Utterance } from "./speechBubbles";
import type {
  Hint,
  Chat,
  ClientMessage,
  Line,
  PreviewResult,
  Reasons as Told,
  Refused,
  RoomInfo,
  ServerMessage,
  View,
} from "../protocol/messages";

export type Link = "connecting" | "open" | "lost" | "refused";
type Unnumbered<T> = T extends { cmd: string } ? Omit<T, "cmd"> : never;
export type CommandMessage = Unnumbered<ClientMessage>;
/** The reply to a command; null if it succeeded. */
type Answer = Refused | PreviewResult | Told | null;

/** The view of this seat after some lines of the log. */
export interface Scene {
  first: number;
  last: number;
  view: View;
}

/** A line of the chat, with its number on this page and the turn in which it was said; 0 if the turn is unknown. */
export type ChatEntry = Chat & { n: number; bot: boolean; turn: number };

const MAX_RETRY_MS = 8000;
const MAX_CHAT_LINES = 200;
/** How many scenes are kept for the history; older ones are dropped. */
const MAX_SCENES = 400;
/** Close codes after which a reconnect would fail again; i18n/ has a text for each. */
const FOR_GOOD = [1008, 4400, 4401, 4402, 4403, 4404, 4405, 4409, 4500, 4503];
/** Watching requires the table's password. */
export const BAD_PASSWORD = 4402;
const TOO_MANY = 4429;
/** The server could not save something, so it did not happen. */
const NOT_STORED = 1013;
/** The close code of a connection that ended without a close frame. */
const NO_CLOSE_FRAME = 1006;

export class TableClient {
  link = $state<Link>("connecting");
  room = $state.raw<RoomInfo | null>(null);
  view = $state.raw<View | null>(null);
  catalog = $state.raw<Catalog | null>(null);
  lines = $state.raw<Line[]>([]);
  /** The oldest line the server still has. */
  first = $state(1);
  /** The chat, including lines of bots. */
  chat = $state.raw<ChatEntry[]>([]);
  /** The latest utterances and emotes, with the time at which each becomes visible in a speech bubble. */
  talk = $state.raw<Utterance[]>([]);
  /** The latest hint. */
  advice = $state.raw<Hint | null>(null);
  refused = $state.raw<Refused | null>(null);
  received = $state(0);
  /** The close code of the last connection. */
  ended = $state(0);
  game = $derived<Observation | null>(this.view?.game ?? null);
  faces = $derived(this.game ? cardKeysOf(this.game) : new Map<number, string>());
  you = $derived(this.room?.you ?? -1);
  /** The scenes of the game this page has seen, the newest last. */
  scenes = $state.raw<Scene[]>([]);
  /** The displayed scene; null for the current view. */
  past = $state.raw<Scene | null>(null);

  /** The beats that are being animated. */
  beats = new Beats();
  /** The previews of options. */
  previews = new Previews(this);
  /** The reasons why actions are unavailable. */
  unavailable = new UnavailableActions(this);

  #socket: WebSocket | null = null;
  #number = 0;
  #waits = new Map<string, (answer: Answer) => void>();
  #tries = 0;
  #closed = false;
  /** The first messages of a connection cover more than one action; only the last action is animated. */
  #catchingUp = true;
  #password = "";
  #chatted = 0;
  /** The last line of the chat that was received again on this connection. */
  #again = 0;
  #session = Math.random().toString(36).slice(2, 8);

  constructor(
    public code: string,
    public token: string | null,
  ) {
    this.connect();
  }

  connect(): void {
    if (this.#closed) return;
    this.link = this.#tries ? "lost" : "connecting";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${BASE}/ws`);
    this.#socket = socket;
    socket.onopen = () => {
      // Request the log from the last received line, so that no line is missing or repeated
      const since = this.lines.at(-1)?.n ?? 0;
      this.#catchingUp = true;
      this.#again = 0;
      socket.send(JSON.stringify({ t: "hello", code: this.code, token: this.token, since, password: this.#password }));
    };
    socket.onmessage = (event) => this.take(JSON.parse(event.data as string) as ServerMessage);
    socket.onclose = (event) => this.lost(event.code);
  }

  lost(code: number): void {
    this.#socket = null;
    const why = code === NOT_STORED ? "not_stored" : "offline";
    for (const settle of this.#waits.values()) settle({ t: "refused", cmd: "", code: why, text: "", rules: [] });
    this.#waits.clear();
    // While the server cannot save, reconnects are not answered either
    if (this.ended !== NOT_STORED || code !== NO_CLOSE_FRAME) this.ended = code;
    if (FOR_GOOD.includes(code)) {
      this.link = "refused";
      return;
    }
    this.link = "lost";
    this.#tries += 1;
    const wait = code === TOO_MANY ? MAX_RETRY_MS : Math.min(MAX_RETRY_MS, 250 * 2 ** this.#tries);
    setTimeout(() => this.connect(), wait * (0.7 + Math.random() * 0.6));
  }

  take(message: ServerMessage): void {
    switch (message.t) {
      case "room":
        this.room = message;
        this.link = "open";
        this.ended = 0;
        this.#tries = 0;
        if (message.status === "waiting") this.#catchingUp = false;
        if (message.status !== "playing") this.past = null;
        if (!this.catalog) void loadCatalog(message.sets).then((found) => (this.catalog = found));
        break;
      case "view":
        this.received = performance.now();
        // Do not animate events from before the first view
        if (!this.#catchingUp) this.beats.take(message.lines, this.room?.pace, message.rest);
        if (message.lines.length) {
          const first = message.lines[0]?.n ?? 0;
          this.lines = [...this.lines.filter((line) => line.n < first), ...message.lines];
        }
        if (message.lines.length || !this.scenes.length) this.#keep(message);
        this.#catchingUp = false;
        this.view = message;
        this.previews.renew();
        this.unavailable.renew();
        break;
      case "chat":
        // Chat from before the first view goes only into the chat list. Each connection repeats lines that are already
        // known
        if (!this.#catchingUp) this.#speak(message);
        if (!this.#catchingUp || !this.#knows(message)) this.#hear({ ...message, bot: false });
        break;
      case "said":
        this.#hear(
          { t: "chat", seat: message.seat, name: this.name(message.seat), text: message.text, bot: true },
          this.lines.find((line) => line.n === message.n)?.turn,
        );
        this.#speak({ ...message, bot: true, at: performance.now() + this.beats.until(message.n) + BOT_DELAY_MS });
        break;
      case "emoted":
        this.#speak({ seat: message.seat, face: message.name, to: message.to ?? -1 });
        break;
      case "advice":
        this.advice = message;
        break;
      case "log":
        this.first = message.first;
        this.lines = [...message.lines.filter((line) => line.n < (this.lines[0]?.n ?? Infinity)), ...this.lines];
        this.#waits.get(message.cmd)?.(null);
        this.#waits.delete(message.cmd);
        break;
      case "done":
        this.#settle(message.cmd, null);
        break;
      case "outcome":
      case "reasons":
        this.#settle(message.cmd, message);
        break;
      case "refused":
        this.refused = message;
        this.#settle(message.cmd, message);
        break;
      case "pong":
        break;
    }
  }

  #knows(line: Chat): boolean {
    const at = this.chat.findIndex((old) => old.n > this.#again && old.seat === line.seat && old.text === line.text);
    if (at >= 0) this.#again = this.chat[at]?.n ?? 0;
    return at >= 0;
  }

  #hear(line: Chat & { bot: boolean }, turn = this.#catchingUp ? 0 : (this.game?.turns ?? 0)): void {
    this.chat = [...this.chat.slice(1 - MAX_CHAT_LINES), { ...line, n: ++this.#chatted, turn }];
  }

  #speak(one: Partial<Utterance> & { seat: number }): void {
    const plain = { text: "", face: "", to: -1, bot: false, at: performance.now() };
    this.talk = [...this.talk.slice(1 - MAX_UTTERANCES), { ...plain, ...one, name: this.name(one.seat) }];
  }

  /** Store the current view without options. */
  #keep(view: View): void {
    const last = view.lines.at(-1)?.n ?? 0;
    const first = (this.#catchingUp ? view.lines.findLast((line) => !line.follows) : view.lines[0])?.n ?? last;
    const bare: View = {
      ...view,
      question: null,
      choices: [],
      lines: [],
      window: null,
      clock: -1,
      undo: "undo.nothing",
      lesson: null,
    };
    this.scenes = [...this.scenes.slice(1 - MAX_SCENES), { first, last, view: bare }];
  }

  /** The first line that has a scene. */
  seenFrom = $derived(this.scenes[0]?.first ?? Infinity);

  /**
   * Return the scene of a log line; null if this page has none. For lines received after an absence, it is the scene
   * after it.
   */
  sceneOf(line: number): Scene | null {
    return line < this.seenFrom ? null : (this.scenes.find((scene) => line <= scene.last) ?? null);
  }

  #settle(cmd: string, answer: Answer): void {
    this.#waits.get(cmd)?.(answer);
    this.#waits.delete(cmd);
  }

  /** Send a command; resolve to null on success, or to the refusal. */
  async send(message: CommandMessage): Promise<Refused | null> {
    const answer = await this.#ask(message);
    return answer?.t === "refused" ? answer : null;
  }

  /** Request the preview of an option; the game does not change. */
  async preview(key: string, picks: number[]): Promise<Refused | PreviewResult | null> {
    return this.#ask({ t: "preview", key, picks, prompt: this.view?.question?.prompt ?? -1 }) as Promise<
      Refused | PreviewResult | null
    >;
  }

  /** Request the reasons why actions are unavailable. */
  why(): Promise<Refused | Told | null> {
    return this.#ask({ t: "why" }) as Promise<Refused | Told | null>;
  }

  #ask(message: CommandMessage): Promise<Answer> {
    const cmd = `${this.#session}-${++this.#number}`;
    if (this.#socket?.readyState !== WebSocket.OPEN) {
      return Promise.resolve({ t: "refused", cmd, code: "offline", text: "", rules: [] });
    }
    this.#socket.send(JSON.stringify({ ...message, cmd }));
    return new Promise((resolve) => this.#waits.set(cmd, resolve));
  }

  /** Answer the prompt or take an action that is legal at any time. */
  do(key: string, picks: number[] = []): Promise<Refused | null> {
    return this.send({ t: "do", key, picks, prompt: this.view?.question?.prompt ?? -1 });
  }

  /** Whether there are lines before the first one on this page. */
  get older(): boolean {
    return (this.lines[0]?.n ?? 0) > this.first;
  }

  /** Fetch older lines that this page does not have. */
  fetchOlder(): Promise<Refused | null> {
    return this.send({ t: "lines", before: this.lines[0]?.n ?? 1 });
  }

  card(id: number): CardRow | null {
    const key = this.faces.get(id);
    return key ? (this.catalog?.byKey.get(key) ?? null) : null;
  }

  /** The id of the record with the history; empty while the game runs. */
  get record(): string {
    return this.room?.record ?? "";
  }

  name(seat: number): string {
    return this.room?.seats[seat]?.name ?? "";
  }

  /** Become a spectator: the seat has moved to another device, or the password is known now. */
  watch(password = this.#password): void {
    this.token = null;
    this.#password = password;
    [this.room, this.view, this.lines, this.scenes, this.past, this.first] = [null, null, [], [], null, 1];
    this.connect();
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }
}

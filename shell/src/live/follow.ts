import { recheckSession } from 'shared-ui';
import { Connection, type Known } from './connection.ts';
import type { News } from './frames.ts';
import { noteAlive, noteCut } from './state.ts';
import { type TabMessage, Tabs, whenLeading } from './tabs.ts';

export interface Follower {
  token: string;
  /** The person's id. */
  who: string;
  /** When this page last read its data: milliseconds since 1970, or null. */
  readAt(): number | null;
  onNews(news: News): void;
  /** News may have been missed: everything has to be read again. */
  onMissed(): void;
}

/**
 * Follows what changes for a person while a tab can be seen. One tab of the browser has the stream and tells the others;
 * a hidden tab has none, so that a phone in a pocket keeps no connection.
 */
export class Following {
  readonly #follower: Follower;
  readonly #tab = crypto.randomUUID();
  readonly #known: Known = { id: undefined, readAt: undefined };
  readonly #tabs = new Tabs((message) => this.#hear(message));
  /** Up to when this tab knows everything: milliseconds since 1970. */
  #heardAt: number;
  #lastNewsAt = Number.NEGATIVE_INFINITY;
  #leading: AbortController | undefined;
  #connection: Connection | undefined;

  constructor(follower: Follower) {
    this.#follower = follower;
    this.#heardAt = follower.readAt() ?? Date.now();
    document.addEventListener('visibilitychange', this.#look);
    window.addEventListener('online', this.#hurry);
    this.#look();
  }

  end(): void {
    document.removeEventListener('visibilitychange', this.#look);
    window.removeEventListener('online', this.#hurry);
    this.#rest();
    this.#tabs.close();
  }

  /** Opens this tab's stream anew after its last number: events come in the language in which it was asked for. */
  reopen(): void {
    if (!this.#connection) return;
    this.#connection.stop();
    this.#lead();
  }

  #look = (): void => {
    if (document.visibilityState === 'hidden') {
      this.#rest();
      return;
    }
    if (this.#leading) return;
    this.#leading = new AbortController();
    this.#tabs.say({ say: 'hello', who: this.#follower.who, tab: this.#tab, heardAt: this.#heardAt });
    whenLeading(this.#leading.signal, () => this.#lead());
  };

  #hurry = (): void => this.#connection?.hurry();

  /** No stream from here; another tab takes over. */
  #rest(): void {
    this.#leading?.abort();
    this.#leading = undefined;
    this.#connection?.stop();
    this.#connection = undefined;
    noteCut();
  }

  #lead(): void {
    const { token, who, readAt } = this.#follower;
    const known = { id: this.#known.id, readAt: readAt() ?? undefined };
    this.#connection = new Connection(token, known, {
      onNews: (news) => {
        this.#tabs.say({ say: 'news', who, news });
        this.#take(news);
      },
      onAlive: () => {
        this.#noteAlive();
        this.#tabs.say({ say: 'alive', who });
      },
      onCut: () => {
        noteCut();
        this.#tabs.say({ say: 'cut', who });
      },
      onRefused: (status) => {
        noteCut();
        if (status === 401 || status === 403) void recheckSession();
      },
    });
  }

  #noteAlive(): void {
    noteAlive();
    this.#heardAt = Date.now();
  }

  #hear(message: TabMessage): void {
    const { who, onMissed } = this.#follower;
    if (message.who !== who) return;
    switch (message.say) {
      case 'hello': {
        const { tab, heardAt } = message;
        if (this.#connection && this.#lastNewsAt > heardAt) this.#tabs.say({ say: 'missed', who, tab });
        return;
      }
      case 'missed':
        if (message.tab === this.#tab) onMissed();
        return;
      case 'cut':
        noteCut();
        return;
      case 'news':
        this.#take(message.news);
        return;
      case 'alive':
        this.#noteAlive();
    }
  }

  /** What two streams have said, as when one tab takes over from another, counts once. */
  #take(news: News): void {
    const { id, kind } = news;
    const isResync = kind === 'resync';
    if (!isResync && id !== undefined && this.#known.id !== undefined && id <= this.#known.id) return;
    if (id !== undefined) this.#known.id = id;
    this.#noteAlive();
    this.#lastNewsAt = Date.now();
    if (isResync) this.#follower.onMissed();
    else this.#follower.onNews(news);
  }
}

import { recheckSession } from 'shared-ui';
import { Connection, type Known } from './connection.ts';
import type { News } from './frames.ts';
import { noteAlive, noteCut } from './state.ts';
import { type TabMessage, Tabs, whenLeading } from './tabs.ts';

export interface Follower {
  token: string;
  /** Id of the signed-in user. */
  who: string;
  /** Returns when this page last read its data (ms since the epoch), or null. */
  readAt(): number | null;
  onNews(news: News): void;
  /** Called when events may have been missed: everything must be refetched. */
  onMissed(): void;
}

/**
 * Follows the changes for a user while the tab is visible. One tab of the browser holds the stream and shares it with
 * the others. Hidden tabs close the stream to save battery.
 */
export class Following {
  readonly #follower: Follower;
  readonly #tab = crypto.randomUUID();
  readonly #known: Known = { id: undefined, readAt: undefined };
  readonly #tabs = new Tabs((message) => this.#hear(message));
  /** This tab has all changes up to here (ms since the epoch). */
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

  /** Reopens this tab's stream after the last event id. The language of the events is fixed per request. */
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

  /** Closes the stream and lets another tab take over. */
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

  /** Handles a stream event once, even if two streams deliver it when one tab takes over from another. */
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

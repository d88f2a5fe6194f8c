import type { Language } from '../../../http/messages.ts';

/** Formats numbers and times in one language. Times are UTC: the page doesn't know where its reader is. */
export class Format {
  readonly #locale: string;
  readonly #times: Intl.DateTimeFormat;
  readonly #hours: Intl.DateTimeFormat;
  readonly #days: Intl.DateTimeFormat;

  constructor(language: Language) {
    this.#locale = `${language}-CA`;
    const utc = { timeZone: 'UTC', hourCycle: 'h23' } as const;
    const hour = { hour: '2-digit', minute: '2-digit' } as const;
    const day = { month: 'short', day: 'numeric' } as const;
    this.#times = new Intl.DateTimeFormat(this.#locale, { ...utc, ...day, ...hour, year: 'numeric' });
    this.#hours = new Intl.DateTimeFormat(this.#locale, { ...utc, ...hour });
    this.#days = new Intl.DateTimeFormat(this.#locale, { ...utc, ...day, ...hour });
  }

  number(value: number, digits = 0): string {
    return value.toLocaleString(this.#locale, { maximumFractionDigits: digits });
  }

  /** Formats a percentage, e.g. 2.5. */
  percent(value: number): string {
    const fraction = value / 100;
    return fraction.toLocaleString(this.#locale, { style: 'percent', maximumFractionDigits: value < 10 ? 1 : 0 });
  }

  /** Formats milliseconds: as seconds from one second on. */
  duration(ms: number): string {
    return ms < 1_000 ? `${this.number(ms)} ms` : `${this.number(ms / 1_000, 1)} s`;
  }

  /** Formats the date and time of an ISO 8601 text or of milliseconds since 1970. */
  time(at: string | number): string {
    return `${this.#times.format(new Date(at))} UTC`;
  }

  /** Formats the time of day. */
  hour(at: number): string {
    return this.#hours.format(at);
  }

  /** Formats day, month and time of day. */
  day(at: number): string {
    return this.#days.format(at);
  }
}

import type { Brand } from 'shared-ui/contract';
import type { StaffLanguage } from '../../../http/messages.ts';
import type { Session } from '../access/sessions.ts';
import en from './en.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import { type Html, html, icon } from './html.ts';

/** Formats numbers and times in one language. Times are UTC: the page doesn't know where its reader is. */
class Format {
  readonly #locale: string;
  readonly #times: Intl.DateTimeFormat;
  readonly #hours: Intl.DateTimeFormat;
  readonly #days: Intl.DateTimeFormat;

  constructor(language: StaffLanguage) {
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

  hour(at: number): string {
    return this.#hours.format(at);
  }

  day(at: number): string {
    return this.#days.format(at);
  }
}

type TextKey = keyof typeof en;
const TEXTS: Record<StaffLanguage, Record<TextKey, string>> = { en, fr };

export const hasText = (key: string): key is TextKey => Object.hasOwn(en, key);

/** Returns a text in the reader's language, its `{name}` placeholders filled with the values. */
type Words = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

const wordsIn =
  (language: StaffLanguage): Words =>
  (key, values = {}) =>
    TEXTS[language][key].replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

export const HOME = '/deploy';
export const STYLE = '/deploy/page/style.css';
/** Page of all remotes with their owners. */
export const DIRECTORY = '/deploy/page/remotes';
export const SIGN_OUT = '/deploy/page/sign-out';
export const pathOf = (name: string): string => `${DIRECTORY}/${name}`;

export interface View {
  language: StaffLanguage;
  words: Words;
  format: Format;
  brand: Brand;
  /** Absent for people who are not signed in. */
  session?: Session;
}

export function viewIn(language: StaffLanguage, brand: Brand, session?: Session): View {
  const view = { language, words: wordsIn(language), format: new Format(language), brand };
  return session === undefined ? view : { ...view, session };
}

/** Returns the hidden field that proves that a form is this session's. */
export const formToken = ({ formToken: token }: Session): Html =>
  html`<input type="hidden" name="token" value="${token}">`;

function signedIn({ words, format }: View, session: Session): Html {
  const until = `${format.hour(session.until)} UTC`;
  return html`<div class="session"><span>${icon('key')}${words('signedIn', { team: session.team, until })}</span>
<form method="post" action="${SIGN_OUT}">${formToken(session)}<button class="quiet">${words('signOut')}</button></form></div>`;
}

/**
 * Returns a whole document. Its referrer policy replaces the gateway's "no-referrer", under which browsers send forms
 * with `Origin: null`.
 * @param main content of the main landmark
 */
export function layout(view: View, title: string, main: Html): string {
  const { language, words, brand, session } = view;
  return html`<!doctype html>
<html lang="${language}-CA">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><meta name="referrer" content="strict-origin">
<title>${title === words('title') ? title : `${title} · ${words('title')}`} · ${brand.name}</title>
<link rel="icon" href="/brand/logo.svg" type="image/svg+xml"><link rel="stylesheet" href="${STYLE}"></head>
<body><a class="skip" href="#main">${words('skip')}</a>
<header class="top"><a class="brand" href="${HOME}"><img src="/brand/logo.svg" alt="" width="36" height="36"><span>${brand.name} <b>${words('title')}</b></span></a>
${session && signedIn(view, session)}</header>
<main id="main" tabindex="-1">${main}</main></body></html>
`.text;
}

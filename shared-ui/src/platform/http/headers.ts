import { LANGUAGES } from '../../contract/languages/languages.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { ApiFailure } from './failure.ts';
import { savedToken } from './token.ts';

/** Events that count as use. Assistive technology and voice control send only clicks; dictation sends only input. */
const INPUT_EVENTS = ['keydown', 'pointerdown', 'click', 'input', 'wheel'];

/** A request this long after the last touch was made by the page itself (ms): a person would have tapped first. */
const AWAY_MS = 60_000;

/** Milliseconds since 1970. Opening the page counts as use. */
let lastInputAt = Date.now();

const onInput = () => {
  lastInputAt = Date.now();
};

for (const type of INPUT_EVENTS) document.addEventListener(type, onInput, { capture: true, passive: true });

/** Returns when the page was last touched (ms since 1970). */
export const lastTouchedAt = (): number => lastInputAt;

/** Returns whether nothing was touched for a minute, so that a request can't come from the person. */
const isUnattended = (): boolean => Date.now() - lastInputAt > AWAY_MS;

/**
 * Returns the headers that every API request carries: the language, the session's token, and whether the page was not
 * touched for a while, so that the request does not keep the session alive.
 */
export function callHeaders(): Record<string, string> {
  const token = savedToken();
  return {
    'accept-language': LANGUAGES[currentLanguage()].tag,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(isUnattended() && { 'x-unattended': '1' }),
  };
}

/** @throws ApiFailure if the session that made the request is over: no other user may read its response */
export function expectSession(token: unknown): void {
  if (token && savedToken() !== token) throw new ApiFailure('rejected', 401, 'SESSION_OVER', '');
}

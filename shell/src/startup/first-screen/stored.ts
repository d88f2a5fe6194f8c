/**
 * The inline script of a page without a prerendered screen. On a phone that was here before, it shows the screen as the
 * person last saw it, with its age, until the real one has rendered behind it.
 */
import { markupFaults } from 'shared-ui/contract/markup';
import { CACHE_OWNER_PREFIX, hashOf, isExpired, SESSION_MAX_MS } from 'shared-ui/session-cache';
import { findVault } from 'shared-ui/vault';
import { hasContent } from './content.ts';
import { showCopy } from './copy.ts';
import { languageChoice, type RuntimeBlock, STYLE, type StoredScreen, storedName, versionOf } from './stored-screen.ts';

/** Longest time that a part of the real screen may be loading while the stored one is shown (ms). */
const REAL_WAIT_MS = 10_000;

/** The API's default, for a page whose gateway does not send the limit. */
const DEFAULT_IDLE_MINUTES = 30;

/** Returns the token of a person who was let into the app; undefined for anyone else. */
function readToken(): string | undefined {
  const { isUserValidated, viewTutorial } = JSON.parse(localStorage.getItem('settings') ?? '{}');
  return isUserValidated === true && viewTutorial !== true
    ? (localStorage.getItem('access-token') ?? undefined)
    : undefined;
}

/** Returns whether the session can still be open: online, one that nothing has used for longer is over. */
function canBeOpen({ touchedAt }: StoredScreen, { sessionIdleMinutes = DEFAULT_IDLE_MINUTES }: RuntimeBlock['config']) {
  const maxAge = navigator.onLine ? sessionIdleMinutes * 60_000 : SESSION_MAX_MS;
  const age = Date.now() - touchedAt;
  return age >= 0 && age <= maxAge;
}

async function readScreen(token: string, runtime: RuntimeBlock): Promise<StoredScreen | undefined> {
  const name = storedName(location.pathname);
  if (name === undefined) return undefined;
  const vault = await findVault(CACHE_OWNER_PREFIX + (await hashOf(token)));
  if (!vault || isExpired(vault)) return undefined;
  const screen = (await vault.get<{ body: StoredScreen }>(await hashOf(name)))?.body;
  if (screen?.path !== location.pathname || screen.choice !== languageChoice()) return undefined;
  return screen.version === versionOf(runtime) && canBeOpen(screen, runtime.config) ? screen : undefined;
}

/** Returns the stored markup as elements. @throws Error if it could run or load something */
function elementsOf({ html, css }: StoredScreen): DocumentFragment {
  const faults = markupFaults({ html, css });
  if (faults.length > 0) throw new Error(faults.join('; '));
  const template = document.createElement('template');
  template.innerHTML = html;
  for (const element of template.content.querySelectorAll<HTMLElement>(`[${STYLE}]`)) {
    element.style.cssText = element.getAttribute(STYLE) ?? '';
    element.removeAttribute(STYLE);
  }
  return template.content;
}

function ageOf({ at, age }: StoredScreen): Element {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return Object.assign(document.createElement('p'), {
    className: 'first-age',
    textContent: isToday ? age.today : age.yesterday,
  });
}

function show(screen: StoredScreen): void {
  const root = document.getElementById('root');
  // The real screen was faster.
  if (!root || root.querySelector('h1')) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(screen.css);
  const copy = document.createElement('div');
  Object.assign(copy, { id: 'first-screen', lang: screen.lang, dir: screen.dir });
  copy.append(elementsOf(screen));
  // `main` may be the block that fixed elements are placed in, and a profile's panel lies over it.
  (copy.querySelector('header') ?? copy).append(ageOf(screen));
  document.adoptedStyleSheets.push(sheet);
  root.before(copy);
  let isLate = false;
  const check = showCopy(
    (real) => hasContent(real) || (isLate && real.querySelector('h1') !== null),
    () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    },
  );
  setTimeout(() => {
    isLate = true;
    check();
  }, REAL_WAIT_MS);
}

async function start(): Promise<void> {
  const token = readToken();
  const block = document.getElementById('lodestar-runtime')?.textContent;
  if (!token || !block) return;
  const screen = await readScreen(token, JSON.parse(block));
  // Another tab may have signed out, or somebody else in.
  if (screen && readToken() === token) show(screen);
}

/** Resolves when a stored screen is shown, or there is none. */
export const whenStarted = start().catch((error: unknown) =>
  console.info('The stored screen could not be shown', error),
);

/** Keeps the visible part of home, and of the last result, so that the next start can show it before any script. */
import { formatMoment, type Store, signedInUser, store } from 'shared-ui';
import { OWN_PROFILE } from 'shared-ui/contract';
import { markupFaults } from 'shared-ui/contract/markup';
import { cacheSlice, lastTouchedAt, savedToken } from 'shared-ui/host';
import { isShellSheet } from '../../remotes/styles.ts';
import { appGuard } from '../../session/guards.ts';
import { isComplete } from './content.ts';
import { languageChoice, type RuntimeBlock, STYLE, type StoredScreen, storedName, versionOf } from './stored-screen.ts';

/** Maximum size of a stored screen (characters): other apps need the phone's storage, too. */
const MAX_LENGTH = 60_000;

/** How much further than the visible part a screen is kept: bars of the browser may be hidden at the next start. */
const BELOW = 1.25;

/** Elements that can't be kept, or would show what was typed. */
const LEFT_OUT = 'script, style, link, iframe, video, audio, canvas, object, embed, dialog, template, [popover]';

/**
 * Returns whether the person's screen may be kept: with confirmed data, of a patient alone. What other people share may be
 * withdrawn before the next start, so nobody who supports someone has a kept screen.
 */
function mayKeep(state: Store): boolean {
  const { session, profiles, events } = state;
  if (appGuard(state) !== null || session.isUnconfirmed || events.fetchedAt === null) return false;
  const role = signedInUser(state)?.roleType;
  return (role === 'patient' || role === 'professional') && profiles.list.every(({ id }) => id === OWN_PROFILE);
}

const isFixed = (element: Element) => /^(fixed|sticky)$/.test(getComputedStyle(element).position);

/** Removes what is not visible from a copy whose elements are those of the page, in the same order. */
function prune(shown: Element, copy: Element): void {
  for (const [place, element] of [...shown.children].entries()) {
    // Those that were removed before it are missing in the copy.
    const twin = copy.children[place - (shown.children.length - copy.children.length)];
    if (!twin) continue;
    const { top, height } = element.getBoundingClientRect();
    const isBelow = height > 0 && top + scrollY > innerHeight * BELOW && !isFixed(element);
    if (isBelow || element.matches(LEFT_OUT) || getComputedStyle(element).display === 'none') twin.remove();
    else prune(element, twin);
  }
}

/** Makes the copy inert: nothing is loaded or sent, and nothing that was typed is in it. */
function makeInert(copy: Element): void {
  for (const element of copy.querySelectorAll('*')) {
    const style = element.getAttribute('style');
    if (style) element.setAttribute(STYLE, style);
    for (const name of ['style', 'src', 'srcset', 'value', 'target', 'autofocus', 'action'])
      element.removeAttribute(name);
    if (element instanceof HTMLImageElement) element.alt = '';
    // A picture or report that this page has fetched: the address ends with the page.
    if (element.getAttribute('href')?.startsWith('blob:')) element.removeAttribute('href');
    if (element instanceof HTMLTextAreaElement) element.textContent = '';
    if (element instanceof HTMLFormElement) element.setAttribute('method', 'dialog');
  }
}

/** Returns whether a rule can apply to the copy: by its selector without states and pseudo-elements. */
function applies(selector: string, copy: Element): boolean {
  const plain = selector.replaceAll(/::?[a-z-]+(\((?:[^()]|\([^()]*\))*\))?/g, '');
  try {
    return copy.querySelector(plain) !== null;
  } catch {
    // What is left may be no selector.
    return true;
  }
}

function textOf(rule: CSSRule, copy: Element): string {
  if ('selectorText' in rule) return applies(String(rule.selectorText), copy) ? rule.cssText : '';
  if (!('cssRules' in rule) || rule.cssText.startsWith('@keyframes')) return '';
  const inner = [...(rule as CSSGroupingRule).cssRules].map((one) => textOf(one, copy)).join('');
  return inner && `${rule.cssText.slice(0, rule.cssText.indexOf('{'))}{${inner}}`;
}

/** Returns the rules that scripts have added to the page and that the copy uses. The shell's own are there. */
const stylesOf = (copy: Element): string =>
  [...document.styleSheets]
    .filter((sheet) => !isShellSheet(sheet))
    .flatMap(({ cssRules }) => [...cssRules].map((rule) => textOf(rule, copy)))
    .join('');

/** Returns the visible part of the screen as inert markup; undefined if it is not complete, too large or not plain. */
export function capture(root: Element): Pick<StoredScreen, 'html' | 'css'> | undefined {
  if (!isComplete(root) || root.querySelector('[role="alert"]') !== null) return undefined;
  const copy = root.cloneNode(true) as Element;
  prune(root, copy);
  makeInert(copy);
  const screen = { html: copy.innerHTML, css: stylesOf(copy) };
  if (screen.html.length + screen.css.length > MAX_LENGTH) return undefined;
  const faults = markupFaults(screen);
  if (faults.length === 0) return screen;
  console.warn('This screen can not be kept for the next start', faults);
  return undefined;
}

const DAY_MS = 86_400_000;

/** Says how old a screen of this moment is, by a moment in words. */
export type SayAge = (moment: string) => string;

/**
 * Keeps the screen that the page shows, if it is one that the next start can show.
 * @param isLeaving whether the page is being left, so that it may not be idle again
 */
export function keepScreen(sayAge: SayAge, isLeaving: boolean): void {
  const { pathname: path } = location;
  const name = storedName(path);
  const block = document.getElementById('lodestar-runtime')?.textContent;
  const root = document.getElementById('root');
  // A test version is not kept, and a copy never a second time.
  if (!name || !block || !root || document.getElementById('lodestar-override')) return;
  if (document.getElementById('first-screen') || !mayKeep(store.getState())) return;
  const captured = capture(root);
  if (!captured) return;
  const runtime: RuntimeBlock = JSON.parse(block);
  const at = Date.now();
  const moment = (now: number) => sayAge(formatMoment(new Date(at).toISOString(), new Date(now)));
  const screen: StoredScreen = {
    ...captured,
    path,
    version: versionOf(runtime),
    choice: languageChoice(),
    lang: document.documentElement.lang,
    dir: document.documentElement.dir || 'ltr',
    at,
    touchedAt: lastTouchedAt(),
    age: { today: moment(at), yesterday: moment(at + DAY_MS) },
  };
  cacheSlice(savedToken(), name, screen, !isLeaving);
}

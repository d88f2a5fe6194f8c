/**
 * The inline script of a page with a prerendered screen, which stands before it. A visitor sees the prerendered copy
 * until the real screen has rendered behind it. For all others the screen is another one, so the copy is never shown.
 */
import { isLanguage, LANGUAGES, type Language, matchLanguage } from 'shared-ui/contract/languages';
import { hideCopy, showCopy, whenParsed } from './copy.ts';

/** Matches once the real screen, or an error in its place, has rendered. */
const READY = 'h1, [role="alert"]';

const page = document.documentElement;

const preferred = () => matchLanguage(navigator.languages) ?? 'en';

/** What this phone's storage says of the person. No storage means a visitor without settings. */
function readStorage(): { isVisitor: boolean; language: Language } {
  try {
    const settings = JSON.parse(localStorage.getItem('settings') ?? '{}');
    const isVisitor = localStorage.getItem('access-token') === null && settings.viewTutorial !== true;
    return { isVisitor, language: [settings.language, settings.locale].find(isLanguage) ?? preferred() };
  } catch {
    return { isVisitor: true, language: preferred() };
  }
}

/** Runs the scripts that the gateway has listed (gateway/pages/first-screen.ts). They are loading already. */
function startScripts(): void {
  const block = document.getElementById('lodestar-scripts');
  const scripts: { src: string; integrity: string }[] = JSON.parse(block?.textContent ?? '[]');
  block?.remove();
  for (const attributes of scripts) {
    const script = document.createElement('script');
    // In order; `defer` marks the page's own scripts.
    document.head.append(Object.assign(script, { ...attributes, crossOrigin: 'anonymous', async: false, defer: true }));
  }
}

/** Starts the scripts when the copy has been painted: running them before would delay that. */
function startScriptsAfterPaint(): void {
  const start = () => whenParsed(startScripts);
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) start();
  });
  observer.observe({ type: 'paint', buffered: true });
  // A page in the background is not painted.
  setTimeout(start, document.hidden ? 0 : FONT_WAIT_MS);
}

/** Maximum wait for the font (ms): the copy then shows its text in another one. */
const FONT_WAIT_MS = 1_000;

/**
 * Shows the copy once it has arrived whole and its font has loaded. Part of it would move with each further part, and text
 * that is painted first in another font would move a moment later.
 */
function showWhole(): void {
  page.dataset.firstWaits = '';
  // The first family of the style sheet, which scripts wait for.
  const [family = ''] = getComputedStyle(page).getPropertyValue('--font').split(',');
  const loaded = document.fonts.load(`1em ${family}`).catch(() => undefined);
  const waited = new Promise((resolve) => setTimeout(resolve, FONT_WAIT_MS));
  const whole = new Promise<void>(whenParsed);
  Promise.race([loaded, waited])
    .then(() => whole)
    .then(() => delete page.dataset.firstWaits);
}

const { isVisitor, language } = readStorage();
// The app asks the gateway for another language from the next page on (shell/src/language.ts).
const isRight = page.lang === LANGUAGES[language].tag;
if (isVisitor && isRight) {
  showCopy((root) => root.querySelector(READY) !== null);
  showWhole();
  startScriptsAfterPaint();
} else {
  hideCopy();
  whenParsed(startScripts);
}

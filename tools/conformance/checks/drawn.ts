import { ALL_RULES, AXE, axeLines } from 'e2e/support/screens/axe';
import type { SurveyKind } from 'shared-ui/contract';
import { PHONE, type Place } from '../browser/page.ts';
import { CHECKED_BY } from '../clauses.ts';
import type { Findings } from '../findings.ts';
import type { Product } from '../visit/product.ts';
import { type DisplaySettings, PLAIN, type Visit } from '../visit/visit.ts';

/** Landmarks, title and level-one heading belong to the page; a form in a frame is a part of it. */
const OF_PAGES = ['region', 'landmark-one-main', 'page-has-heading-one', 'document-title', 'html-has-lang', 'bypass'];

const RULES = {
  ...ALL_RULES,
  rules: { ...ALL_RULES.rules, ...Object.fromEntries(OF_PAGES.map((rule) => [rule, { enabled: false }])) },
};

const FIELDS = 'input, textarea, select';
const SEND = 'button[type=submit], input[type=submit], form button:not([type=button], [type=reset])';
/** Screen widths without horizontal scrolling, in CSS pixels: the narrowest of WCAG 1.4.10, a phone, a tablet. */
const WIDTHS = [320, 390, 768];
/** Minimum height of interactive elements, in CSS pixels. */
const TOUCH = 44;
const TAB = 9;

/** The second combination. Together with the plain one it covers each theme, direction and language. */
const OTHER: DisplaySettings = { theme: 'DARK', direction: 'rtl', locale: 'fr' };

async function checkDrawn(visit: Visit, survey: SurveyKind, findings: Findings): Promise<void> {
  findings.expect('draws', (await visit.ask('count', FIELDS)) > 0, `${survey}: no field is drawn`);
  findings.expect('draws', (await visit.ask('count', SEND)) > 0, `${survey}: no submit button is drawn`);
  const early = await visit.ask('count', 'h1, [aria-level="1"]');
  findings.expect('headings', early === 0, `${survey}: ${early} heading(s) of level 1`);
  findings.note('touch');
  for (const target of await visit.ask('lowerThan', TOUCH)) findings.fault('touch', `${survey}: ${target}`);
}

/** Presses Tab from the beginning of the form and reports controls that were not reached. */
async function checkKeyboard(visit: Visit, survey: SurveyKind, findings: Findings): Promise<void> {
  findings.note('keyboard');
  const stops = new Set(await visit.ask('stops'));
  const presses = 2 * stops.size + 30;
  await visit.inPage(() => document.querySelector<HTMLElement>('main section h1')?.focus());
  for (let press = 0; press < presses && stops.size > 0; press++) {
    await visit.page.key('Tab', TAB);
    stops.delete(await visit.ask('stopNow'));
  }
  for (const stop of stops) findings.fault('keyboard', `${survey}: the Tab key skips ${stop}`);
}

/** Returns the background colour behind the transparent frame. */
const backdropOf = (visit: Visit) =>
  visit.inPage(() => {
    let element: Element | null = document.querySelector('main iframe');
    while (element && getComputedStyle(element).backgroundColor === 'rgba(0, 0, 0, 0)') element = element.parentElement;
    return getComputedStyle(element ?? document.documentElement).backgroundColor;
  });

/**
 * Sets a document's background with a DevTools style sheet, which scripts can't list. Returns a function that undoes
 * it.
 */
async function paint({ session, frameId }: Place, colour: string): Promise<() => Promise<unknown>> {
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { styleSheetId } = await session.send('CSS.createStyleSheet', { frameId });
  const setText = (text: string) => session.send('CSS.setStyleSheetText', { styleSheetId, text });
  await setText(`html { background-color: ${colour} !important; }`);
  return () => setText('');
}

/** Returns axe's violations in the form, one line each. */
async function violationsIn(visit: Visit): Promise<string[]> {
  await visit.ask('settle');
  await visit.page.evaluate(visit.place, `() => { if (!('axe' in globalThis)) { ${AXE} } }`, null);
  const unpaint = await paint(visit.place, await backdropOf(visit));
  const found = await visit.page.evaluate(visit.place, axeLines, RULES);
  await unpaint();
  return found;
}

async function checkDisplay(
  visit: Visit,
  survey: SurveyKind,
  settings: DisplaySettings,
  findings: Findings,
): Promise<void> {
  const called = `${survey}, ${settings.theme.toLowerCase()}, ${settings.direction}`;
  if (findings.wants('accessibility')) {
    findings.note('accessibility');
    for (const violation of await violationsIn(visit)) {
      findings.fault('accessibility', `${called}: ${violation.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
    }
  }
  const direction = await visit.ask('direction');
  findings.expect('direction', direction === settings.direction, `${called}: the text runs ${direction}`);
}

async function checkWidths(visit: Visit, survey: SurveyKind, findings: Findings): Promise<void> {
  for (const width of WIDTHS) {
    await visit.page.size({ ...PHONE, width });
    await visit.ask('settle');
    const over = await visit.ask('overflow');
    const seen = `${survey}: ${over} pixels wider than the space it has, on a screen of ${width}`;
    findings.expect('widths', over <= 0, seen);
  }
  await visit.page.size(PHONE);
}

/** Opens each survey in one visit and checks it. */
async function checkEach(
  product: Product,
  display: DisplaySettings,
  kinds: readonly SurveyKind[],
  findings: Findings,
  check: (visit: Visit, survey: SurveyKind) => Promise<void>,
): Promise<void> {
  const visit = await product.visit({ display });
  for (const survey of kinds) {
    if (await visit.open(survey)) {
      await check(visit, survey);
    } else {
      const where = display === PLAIN ? '' : 'in French ';
      findings.fault('draws', `${survey}: ${where}no field and no button is drawn`);
      findings.skip(CHECKED_BY.drawings, 'draws');
    }
    await visit.leave();
  }
  await visit.end();
}

/** Checks how the surveys look and read before anything is answered. */
export async function checkDrawings(product: Product, kinds: readonly SurveyKind[], findings: Findings): Promise<void> {
  const texts = new Map<SurveyKind, string>();
  await checkEach(product, PLAIN, kinds, findings, async (visit, survey) => {
    await checkDrawn(visit, survey, findings);
    await checkDisplay(visit, survey, PLAIN, findings);
    if (findings.wants('keyboard')) await checkKeyboard(visit, survey, findings);
    texts.set(survey, await visit.ask('text'));
  });
  if (findings.wants('accessibility', 'direction', 'widths', 'languages')) {
    await checkEach(product, OTHER, kinds, findings, async (visit, survey) => {
      await checkDisplay(visit, survey, OTHER, findings);
      if (findings.wants('widths')) await checkWidths(visit, survey, findings);
      const isOther = (await visit.ask('text')) !== texts.get(survey);
      findings.expect('languages', isOther, `${survey}: the French text is the same as the English one`);
    });
  }
  if (!findings.wants('retention')) return;
  const visit = await product.visit({ retention: 'drop' });
  for (const survey of kinds) {
    await visit.open(survey);
    const isOther = (await visit.ask('text')) !== texts.get(survey);
    findings.expect('retention', isOther, `${survey}: the text is the same whether answersAreKept is true or false`);
    await visit.leave();
  }
  await visit.end();
}

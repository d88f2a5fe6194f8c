import type { SurveyKind } from 'shared-ui/contract';
import { PHONE } from '../browser/page.ts';
import type { ClauseId } from '../clauses.ts';
import type { Findings } from '../results/findings.ts';
import { type DisplaySettings, PLAIN } from '../visit/options.ts';
import type { Product } from '../visit/product.ts';
import type { Visit } from '../visit/visit.ts';

const FIELDS = 'input, textarea, select';
const SEND = 'button[type=submit], input[type=submit], form button:not([type=button], [type=reset])';
/** Screen widths without horizontal scrolling, in CSS pixels: the narrowest of WCAG 1.4.10, a phone, a tablet. */
const WIDTHS = [320, 390, 768];
/** Minimum height of interactive elements, in CSS pixels. */
const TOUCH = 44;
const TAB = 9;

/** The second combination. Together with the plain one it covers each theme, direction and language. */
const OTHER: DisplaySettings = { theme: 'DARK', direction: 'rtl', locale: 'fr' };

const called = (survey: SurveyKind, { theme, direction }: DisplaySettings) =>
  `${survey}, ${theme.toLowerCase()}, ${direction}`;

/** Clauses that the second display checks. */
const BY_OTHER: readonly ClauseId[] = ['accessibility', 'direction', 'widths', 'languages'];

async function checkDrawn(visit: Visit, survey: SurveyKind, findings: Findings): Promise<void> {
  findings.expect('draws', await visit.ask('has', FIELDS), `${survey}: no field is drawn`);
  findings.expect('draws', await visit.ask('has', SEND), `${survey}: no submit button is drawn`);
  const early = await visit.ask('count', visit.isFramed ? 'h1, [aria-level="1"]' : 'h1');
  findings.expect('headings', early === 0, `${survey}: ${early} heading(s) of level 1`);
  findings.note('touch');
  for (const target of await visit.ask('lowerThan', TOUCH)) findings.fault('touch', `${survey}: ${target}`);
}

/** Presses Tab from the beginning of the form and reports controls that were not reached. */
async function checkKeyboard(visit: Visit, survey: SurveyKind, findings: Findings): Promise<void> {
  if (!findings.wants('keyboard')) return;
  findings.note('keyboard');
  const stops = await visit.ask('stops');
  const reached = new Set<number>();
  await visit.focusBefore();
  for (let press = 0; press < 2 * stops + 30 && reached.size < stops; press++) {
    await visit.page.key('Tab', TAB);
    const stop = await visit.ask('stopNow');
    if (stop >= 0) reached.add(stop);
  }
  for (let stop = 0; stop < stops; stop++) {
    if (reached.has(stop)) continue;
    findings.fault('keyboard', `${survey}: Tab passes ${await visit.ask('stopName', stop)} by`);
  }
}

async function checkDisplay(
  visit: Visit,
  survey: SurveyKind,
  settings: DisplaySettings,
  findings: Findings,
): Promise<void> {
  if (findings.wants('accessibility')) {
    findings.note('accessibility');
    for (const violation of await visit.violations()) {
      const line = violation.replaceAll(/\s+/g, ' ').slice(0, 300);
      findings.fault('accessibility', `${called(survey, settings)}: ${line}`);
    }
  }
  const direction = await visit.ask('direction');
  findings.expect(
    'direction',
    direction === settings.direction,
    `${called(survey, settings)}: the text runs ${direction}`,
  );
}

async function checkWidths(visit: Visit, survey: SurveyKind, findings: Findings): Promise<void> {
  if (!findings.wants('widths')) return;
  for (const width of WIDTHS) {
    await visit.page.size({ ...PHONE, width });
    await visit.ask('settle');
    const over = await visit.ask('overflow');
    findings.expect(
      'widths',
      over <= 0,
      `${survey}: ${over} pixels wider than the space it has, on a screen of ${width}`,
    );
  }
  await visit.page.size(PHONE);
}

type Text = Map<SurveyKind, string>;

async function checkPlainDisplay(product: Product, kinds: readonly SurveyKind[], findings: Findings): Promise<Text> {
  const texts: Text = new Map();
  const visit = await product.visit({ display: PLAIN });
  for (const survey of kinds) {
    if (!(await visit.open(survey))) throw new Error(`${survey}: nothing to press or to fill in is drawn`);
    await checkDrawn(visit, survey, findings);
    await checkDisplay(visit, survey, PLAIN, findings);
    await checkKeyboard(visit, survey, findings);
    texts.set(survey, await visit.ask('text'));
    await visit.leave();
  }
  await visit.end();
  return texts;
}

async function checkOtherDisplay(product: Product, english: Text, findings: Findings): Promise<void> {
  const visit = await product.visit({ display: OTHER });
  for (const [survey, text] of english) {
    if (!(await visit.open(survey))) throw new Error(`${survey}: in French nothing to press or to fill in is drawn`);
    await checkDisplay(visit, survey, OTHER, findings);
    await checkWidths(visit, survey, findings);
    findings.expect('languages', (await visit.ask('text')) !== text, `${survey}: both read alike`);
    await visit.leave();
  }
  await visit.end();
}

async function checkWithoutRetention(product: Product, texts: Text, findings: Findings): Promise<void> {
  const visit = await product.visit({ retention: 'drop' });
  for (const [survey, text] of texts) {
    await visit.open(survey);
    findings.expect('retention', (await visit.ask('text')) !== text, `${survey}: it reads alike in both cases`);
    await visit.leave();
  }
  await visit.end();
}

/** Checks how the surveys look and read before anything is answered. */
export async function checkDrawings(product: Product, kinds: readonly SurveyKind[], findings: Findings): Promise<void> {
  const texts = await checkPlainDisplay(product, kinds, findings);
  if (findings.wants(...BY_OTHER)) await checkOtherDisplay(product, texts, findings);
  if (findings.wants('retention')) await checkWithoutRetention(product, texts, findings);
}

import type { SurveyKind } from 'shared-ui/contract';
import { violations } from '../support/axe.ts';
import type { Findings } from './findings.ts';
import type { Room } from './room.ts';
import type { MountOptions } from './room-page.ts';

const FIELDS = 'input, textarea, select';
const SEND = 'button[type=submit], input[type=submit], form button:not([type=button], [type=reset])';
/** Widths that must do without scrolling sideways, in CSS pixels: the narrowest of WCAG 1.4.10, a phone, a tablet. */
const WIDTHS = [320, 390, 768];
/** Least height of what is pressed, in CSS pixels. */
const TOUCH = 44;

/** The looks that are held against axe: each theme, each direction and each language is in one of them. */
const LOOKS: Omit<MountOptions, 'survey'>[] = [
  { theme: 'LIGHT', direction: 'ltr', locale: 'en-CA' },
  { theme: 'DARK', direction: 'rtl', locale: 'fr-CA' },
];

const called = ({ survey, theme = 'LIGHT', direction = 'ltr' }: MountOptions) =>
  `${survey}, ${theme.toLowerCase()}, ${direction}`;

async function checkDrawn(room: Room, survey: SurveyKind, findings: Findings): Promise<void> {
  const { children, hasUnmount } = await room.mount({ survey });
  findings.expect('draws', children > 0, `${survey}: the container was empty when mount() returned`);
  findings.expect('draws', hasUnmount, `${survey}: mount() did not return { unmount }`);
  findings.expect('draws', await room.has(FIELDS), `${survey}: no field is drawn`);
  findings.expect('draws', await room.has(SEND), `${survey}: no submit button is drawn`);
  const early = await room.page.locator('#conformance-room h1, #conformance-room [aria-level="1"]').count();
  findings.expect('headings', early === 0, `${survey}: ${early} heading(s) of level 1`);
}

/** Buttons, boxes and lists by themselves; radio buttons and ticks together with the label that is pressed for them. */
function lowTargets(least: string): string[] {
  const selector = 'button, textarea, select, input:not([type=hidden]), a[href]';
  const shown = [...document.querySelectorAll<HTMLElement>(`#conformance-room :is(${selector})`)].filter(
    (control) => control.getClientRects().length > 0 && !control.closest('[aria-hidden=true]'),
  );
  return shown.flatMap((control) => {
    const label = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    const heights = [control, ...label].map((part) => part.getBoundingClientRect());
    const isOffScreen = heights.every(({ width }) => width <= 1);
    const height = Math.max(...heights.map((rect) => rect.height));
    if (isOffScreen || height >= Number(least) - 0.5) return [];
    const name = control.getAttribute('aria-label') ?? label[0]?.textContent ?? control.textContent ?? '';
    return [`${control.tagName.toLowerCase()} “${name.trim().slice(0, 40)}” is ${Math.round(height)} px high`];
  });
}

/** The fields and buttons that the Tab key passes by; of a group of radio buttons one is enough. */
async function passedBy(room: Room): Promise<string[]> {
  const { page } = room;
  await page.evaluate(() => document.getElementById('conformance-title')?.focus());
  const reached = new Set<string>();
  const controls = await page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>('#conformance-room :is(button, textarea, select, input)');
    const names = [...all]
      .filter((control) => !control.matches(':disabled, [type=hidden]') && control.getClientRects().length > 0)
      .map((control, place) => {
        const radio = control instanceof HTMLInputElement && control.type === 'radio';
        control.dataset.stop = radio ? `radio ${control.name}` : `${control.tagName.toLowerCase()} ${place}`;
        return control.dataset.stop;
      });
    return [...new Set(names)];
  });
  for (let press = 0; press < 2 * controls.length + 5; press++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.stop);
    if (stop !== undefined) reached.add(stop);
    if (reached.size === controls.length) break;
  }
  return controls.filter((control) => !reached.has(control));
}

async function checkLooks(room: Room, survey: SurveyKind, findings: Findings): Promise<void> {
  for (const look of LOOKS) {
    const options = { survey, ...look };
    await room.mount(options);
    for (const violation of await violations(room.page)) {
      findings.fault('accessibility', `${called(options)}: ${violation.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
    }
    const direction = await room.page.evaluate(() => {
      const inner = document.querySelector('#conformance-room *');
      const text = inner?.querySelector('p, label, legend, button') ?? inner;
      return text ? getComputedStyle(text).direction : '';
    });
    findings.expect('direction', direction === look.direction, `${called(options)}: the text runs ${direction}`);
    await room.unmount();
  }
  findings.note('accessibility');
}

async function checkWidths(room: Room, survey: SurveyKind, findings: Findings): Promise<void> {
  const { page } = room;
  const before = page.viewportSize() ?? { width: 390, height: 844 };
  await room.mount({ survey, locale: 'fr-CA' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await room.settle();
    const wide = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0);
    findings.expect('widths', wide <= width, `${survey}: ${wide} pixels wide at ${width}`);
  }
  await page.setViewportSize(before);
  await room.unmount();
}

async function checkWords(room: Room, survey: SurveyKind, findings: Findings): Promise<void> {
  const read = async (options: Omit<MountOptions, 'survey'>) => {
    await room.mount({ survey, ...options });
    const text = await room.text();
    await room.unmount();
    return text;
  };
  const english = await read({ answersAreKept: true });
  findings.expect(
    'languages',
    english !== (await read({ locale: 'fr-CA', answersAreKept: true })),
    `${survey}: both read alike`,
  );
  findings.expect('retention', english !== (await read({})), `${survey}: it reads alike in both cases`);
}

/** How the surveys look and what they say: before anything is answered. */
export async function checkDrawings(room: Room, kinds: readonly SurveyKind[], findings: Findings): Promise<void> {
  for (const survey of kinds) {
    await checkDrawn(room, survey, findings);
    for (const target of await room.page.evaluate(lowTargets, String(TOUCH)))
      findings.fault('touch', `${survey}: ${target}`);
    findings.note('touch');
    for (const control of await passedBy(room)) findings.fault('keyboard', `${survey}: Tab passes ${control} by`);
    findings.note('keyboard');
    await room.unmount();
    await checkLooks(room, survey, findings);
    await checkWidths(room, survey, findings);
    await checkWords(room, survey, findings);
  }
}

import { heading, link, text } from '../../support/phone/phone.ts';
import { darkPixels } from '../../support/screens/results.ts';
import type { EnginePhone } from '../engine-phone.ts';

/** A result of the demo's story: its name in the list, and what a complete page shows. */
interface ResultSeen {
  name: RegExp;
  see: RegExp;
  /** Tab that must be opened first. */
  tab?: string;
  /** What must be rendered: an image, by its alt text, or the page of a report. */
  picture?: RegExp;
  report?: true;
}

export const RESULTS: readonly ResultSeen[] = [
  { name: /^Blood test/, see: /White blood cells/ },
  { name: /^Electrocardiogram/, see: /25 mm a second/, picture: /ECG with twelve leads/ },
  { name: /^Chest X-ray/, see: /Both lungs are clear/, picture: /Chest X-ray from the front/ },
  { name: /^Brain scan/, see: /PDF File/, tab: 'PDF File', report: true },
];

/** Runs in the page: whether an image with this alt text is loaded. */
function isDrawn(words: string): boolean {
  const pictures = [...document.images].filter(({ alt }) => new RegExp(words).test(alt));
  return pictures.some(({ naturalWidth, complete }) => complete && naturalWidth > 100);
}

export async function seeResult(phone: EnginePhone, { name, see, tab, picture, report }: ResultSeen): Promise<void> {
  await phone.open('/profile/1/results');
  await phone.sees(heading('My Results'));
  await phone.tap(link(name));
  if (tab) await phone.tap({ role: 'tab', name: tab });
  await phone.sees(heading(name), text(see));
  if (picture) await phone.until(`${picture} is drawn`, () => phone.run(isDrawn, picture.source));
  if (report) await phone.until('the report is drawn', async () => (await phone.run(darkPixels)) > 500);
}

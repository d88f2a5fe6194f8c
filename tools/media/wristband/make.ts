import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import bwip from 'bwip-js/node';
import { ONBOARDING_MEDIA, REPO } from '../places.ts';

/** Code of the app's sample wristband; no patient has it. */
export const SAMPLE = 'ER12345678';

/** The demo's patients, to print or to scan from another screen (docs/product-rules.md#demo-data). */
export const DEMO = [
  { code: 'ER10000001', name: 'Jordan Avery' },
  { code: 'ER10000002', name: 'Second patient' },
] as const;

/** Size of the band, and position and size of its white label, in the drawing's own units. */
const BAND = { width: 400, height: 150 } as const;
const LABEL = { x: 46, y: 18, width: 318, height: 114 } as const;

/** Draws a code as SVG into a box `width` wide and `height` high at x and y. */
function code(
  kind: 'code128' | 'qrcode',
  text: string,
  box: { x: number; y: number; width: number; height: number },
): string {
  const svg = bwip.toSVG({ bcid: kind, text, ...(kind === 'code128' ? { height: 14 } : { eclevel: 'M' }) });
  const [, w = '1', h = '1'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const inner = svg.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '').trim();
  const { x, y, width, height } = box;
  return `<svg fill="#000" x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 ${w} ${h}" preserveAspectRatio="none">${inner}</svg>`;
}

/** Draws a hospital's wristband as printed: name, both codes, and the number in digits. */
function drawWristband(text: string, name: string): string {
  const { x, y, width, height } = LABEL;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BAND.width} ${BAND.height}">
<rect x="-20" y="1" width="440" height="148" rx="12" fill="#eaf3f2" stroke="#9cc3c2" stroke-width="2"/>
<circle cx="20" cy="48" r="6" fill="#c4dddc"/><circle cx="20" cy="75" r="6" fill="#c4dddc"/><circle cx="20" cy="102" r="6" fill="#c4dddc"/>
<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="#fff"/>
<text x="${x + 16}" y="${y + 24}" font-family="system-ui, sans-serif" font-size="13" font-weight="600" fill="#16262e">${name}</text>
${code('code128', text, { x: x + 16, y: y + 34, width: 178, height: 46 })}
<text x="${x + 105}" y="${y + 98}" font-family="system-ui, sans-serif" font-size="14" font-weight="600" letter-spacing="2" text-anchor="middle" fill="#16262e">${text}</text>
${code('qrcode', text, { x: x + 216, y: y + 14, width: 86, height: 86 })}
</svg>
`;
}

/** Creates the app's sample wristband, and those of the demo's patients for docs/. */
export function makeWristbands(): void {
  mkdirSync(ONBOARDING_MEDIA, { recursive: true });
  writeFileSync(join(ONBOARDING_MEDIA, 'sample-wristband.svg'), drawWristband(SAMPLE, 'SAMPLE · SPÉCIMEN'));
  for (const { code: text, name } of DEMO) {
    writeFileSync(join(REPO, 'docs', `wristband-${text}.svg`), drawWristband(text, name));
  }
  console.log('sample-wristband.svg, docs/wristband-*.svg');
}

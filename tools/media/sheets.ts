import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RESULTS } from '../../e2e/support/hospital/workshop.ts';
import { STEPS } from '../../onboarding-mfe/src/screens/tutorial/steps.ts';
import { withBrowser } from './browser.ts';
import { ANIMATION_STYLES, LOTTIE, ONBOARDING_MEDIA, TOKENS } from './places.ts';

const SHEETS = join(RESULTS, 'media');
const SHAPES = ['tallest', 'tall', 'medium', 'standard'];

/**
 * Each animation with the size of its frames in the sheet, and the frames to show: first, middle, last and others of
 * interest.
 */
const ANIMATED = [
  { name: 'background', width: 180, height: 400, frames: [0, 680, 2250, 2550, 4480, 5099], night: true },
  { name: 'compass', width: 300, height: 80, frames: [0, 20, 45, 89], night: false },
  { name: 'loader', width: 180, height: 180, frames: [0, 40, 75, 150, 200, 299], night: false },
  { name: 'scan-success', width: 180, height: 180, frames: [0, 20, 44, 60, 75, 119], night: false },
];

async function sheetOfAnimations(): Promise<void> {
  const require = createRequire(import.meta.url);
  const player = readFileSync(require.resolve('lottie-web/build/player/lottie_light.min.js'), 'utf8');
  const tokens = readFileSync(TOKENS, 'utf8') + readFileSync(ANIMATION_STYLES, 'utf8');
  const sky = 'radial-gradient(120% 70% at 70% 0%, var(--night-glow), var(--night) 45%, var(--night-deep))';
  const style = `${tokens}body{margin:0;background:#888}section{display:flex;gap:6px;padding:6px}section>*{background:var(--page)}[data-night]>*{background:${sky}}`;
  await withBrowser(async (browser) => {
    const page = await browser.newPage({ viewport: { width: 1260, height: 900 } });
    await page.setContent(`<style>${style}</style><main></main>`);
    await page.addScriptTag({ content: player });
    const drawings = ANIMATED.map((animation) => ({
      ...animation,
      json: readFileSync(join(LOTTIE, `${animation.name}.json`), 'utf8'),
    }));
    await page.evaluate((all) => {
      const { lottie } = globalThis as unknown as {
        lottie: { loadAnimation(options: object): { goToAndStop(frame: number, isFrame: boolean): void } };
      };
      for (const { width, height, frames, night, json } of all) {
        for (const theme of night ? ['dark'] : ['light', 'dark']) {
          const row = document.body.appendChild(document.createElement('section'));
          row.dataset.theme = theme;
          row.toggleAttribute('data-night', night);
          for (const frame of frames) {
            const container = row.appendChild(document.createElement('div'));
            Object.assign(container.style, { width: `${width}px`, height: `${height}px` });
            const drawing = { renderer: 'svg', autoplay: false, animationData: JSON.parse(json) };
            lottie.loadAnimation({ container, ...drawing }).goToAndStop(frame, true);
          }
        }
      }
    }, drawings);
    await page.screenshot({ path: join(SHEETS, 'animations.png'), fullPage: true });
  });
}

/** Creates a contact sheet of a video at some times, with `across` pictures per row. */
function sheetOfFilm(film: string, moments: readonly number[], across: number, name: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'sheet-'));
  moments.forEach((moment, place) => {
    const at = ['-ss', String(moment), '-i', film, '-frames:v', '1', '-vf', 'scale=220:-2'];
    execFileSync('ffmpeg', ['-y', '-v', 'error', ...at, join(folder, `${String(place).padStart(2, '0')}.png`)]);
  });
  const rows = Math.ceil(moments.length / across);
  const tile = ['-i', join(folder, '%02d.png'), '-vf', `tile=${across}x${rows}:padding=6`, '-frames:v', '1'];
  execFileSync('ffmpeg', ['-y', '-v', 'error', ...tile, join(SHEETS, `${name}.png`)]);
  rmSync(folder, { recursive: true });
}

/** Start, middle and end of every step. */
const MOMENTS = STEPS.flatMap(({ at }, place) => {
  const from = STEPS[place - 1]?.at ?? 0;
  return [from + 0.1, (from + at) / 2, at - 0.1];
});

/** Creates contact sheets of every animation and video in e2e/test-results/media. */
export async function makeSheets(): Promise<void> {
  mkdirSync(SHEETS, { recursive: true });
  await sheetOfAnimations();
  for (const shape of SHAPES) {
    sheetOfFilm(join(ONBOARDING_MEDIA, `tutorial-${shape}.mp4`), MOMENTS, 9, `tutorial-${shape}`);
  }
  const round = [0, 1, 2, 3, 4, 5, 6, 7];
  sheetOfFilm(join(ONBOARDING_MEDIA, 'wristband-explainer.mp4'), round, 4, 'wristband-explainer');
  console.log(`Contact sheets: ${SHEETS}`);
}

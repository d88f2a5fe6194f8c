import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';
import { type DrawnAnimation, ID } from '../../../shared-ui/src/ui/animation/drawn.ts';
import { type Drawing, tracksOf } from './tracks.ts';

const require = createRequire(import.meta.url);

/** The engine's light build: SVG only, no expressions. */
const ENGINE = require.resolve('lottie-web/build/player/lottie_light.min.js');

/** How the engine's ids begin. */
const ENGINE_ID = '__lottie_element_';

/** What is asked of the engine, in the page. */
interface Engine {
  loadAnimation(options: object): void;
}

/** Opens the engine in an empty page. */
export async function openEngine(page: Page): Promise<void> {
  await page.setContent('<div></div>');
  await page.addScriptTag({ content: readFileSync(ENGINE, 'utf8') });
}

/** Draws the first frame in a page with the engine, all layers there from the beginning, and takes what moves beside it. */
export async function draw(page: Page, drawing: object): Promise<DrawnAnimation> {
  const svg = await page.evaluate((json) => {
    const container = document.body.appendChild(document.createElement('div'));
    const { lottie } = globalThis as unknown as { lottie: Engine };
    // Read anew: the engine changes what it is given, and shares nothing between two of its points.
    const animationData = JSON.parse(json);
    const rendererSettings = { progressiveLoad: false, hideOnTransparent: false };
    lottie.loadAnimation({ container, renderer: 'svg', autoplay: false, animationData, rendererSettings });
    const picture = container.querySelector('svg');
    // Size and place are the page's own to say, and its security policy allows no style in an attribute.
    for (const attribute of ['width', 'height', 'preserveAspectRatio']) picture?.removeAttribute(attribute);
    for (const element of [picture, ...container.querySelectorAll('[style]')]) element?.removeAttribute('style');
    container.remove();
    return picture?.outerHTML ?? '';
  }, JSON.stringify(drawing));
  // The engine counts over all that it has drawn.
  const ids = [...new Set(svg.match(new RegExp(`${ENGINE_ID}\\d+`, 'g')))];
  const numbered = ids.reduce((text, id, place) => text.replaceAll(new RegExp(`${id}\\b`, 'g'), `${ID}${place}`), svg);
  return { svg: numbered, tracks: tracksOf(drawing as Drawing) };
}

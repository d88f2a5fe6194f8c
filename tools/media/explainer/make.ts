import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { showSvg, withBrowser } from '../browser.ts';
import { ONBOARDING_MEDIA } from '../places.ts';
import { SECONDS, SIZE, sceneAt } from './scene.ts';

const FPS = 24;
const SCALE = 2;
/** Time of the poster in seconds: the code has been read. */
const POSTER = 4.7;

const WIDTH = SIZE.width * SCALE;
const HEIGHT = SIZE.height * SCALE;

const FORMAT = ['-vf', 'format=yuv420p', '-c:v', 'libx264', '-preset', 'slow', '-crf', '24', '-profile:v', 'main'];

/** Creates the video that explains the wristband, and its poster. */
export async function makeExplainer(): Promise<void> {
  const file = join(ONBOARDING_MEDIA, 'wristband-explainer');
  const input = ['-f', 'image2pipe', '-framerate', String(FPS), '-c:v', 'mjpeg', '-i', '-'];
  const output = ['-tune', 'animation', '-an', '-movflags', '+faststart', `${file}.mp4`];
  const ffmpeg = spawn('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...FORMAT, ...output], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  await withBrowser(async (browser) => {
    const page = await browser.newPage();
    await showSvg(page, sceneAt(POSTER), WIDTH, HEIGHT);
    await page.screenshot({ path: `${file}.jpg`, type: 'jpeg', quality: 82 });
    for (let frame = 0; frame < SECONDS * FPS; frame += 1) {
      await page.evaluate(
        (svg) => {
          document.body.innerHTML = svg;
        },
        sceneAt(frame / FPS),
      );
      if (!ffmpeg.stdin.write(await page.screenshot({ type: 'jpeg', quality: 95 }))) await once(ffmpeg.stdin, 'drain');
    }
  });
  ffmpeg.stdin.end();
  const [code] = await once(ffmpeg, 'close');
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  console.log('wristband-explainer.mp4, wristband-explainer.jpg');
}

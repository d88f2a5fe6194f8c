import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { showSvg, withBrowser } from '../browser.ts';
import { ONBOARDING_MEDIA } from '../places.ts';
import { drawWristband, SAMPLE } from '../wristband/make.ts';

/** Length of the loop in seconds; its end matches its start. */
const SECONDS = 8;
/** Size of the drawing. */
const SIZE = { width: 400, height: 250 } as const;

const ease = (t: number) => (t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2);

/** Eases from 0 to 1 between two times; 0 before, 1 after. */
const between = (t: number, from: number, to: number) => ease(Math.min(1, Math.max(0, (t - from) / (to - from))));

/** 1 between two times, fading in and out within `soft` seconds. */
const during = (t: number, from: number, to: number, soft = 0.25) =>
  between(t, from, from + soft) * (1 - between(t, to - soft, to));

const FINGERS = [
  [322, 118, 62],
  [328, 142, 70],
  [326, 166, 64],
  [318, 190, 50],
] as const;

function hand(): string {
  const fingers = FINGERS.map(([x, y, length]) => `<rect x="${x}" y="${y}" width="${length}" height="21" rx="10.5"/>`);
  return `<g fill="#6f9a9c"><path d="M-60 122H240V214H-60z"/><path d="M232 122C262 110 296 108 330 114a40 40 0 0 1 14 54q-4 40-34 46c-30 4-58 2-78 0z"/>${fingers.join('')}<rect x="254" y="94" width="86" height="27" rx="13.5" transform="rotate(-26 254 109)"/></g>
<path d="M330 141h30M332 165h30M330 189h24" stroke="#0b3a43" stroke-opacity=".35" stroke-width="3" stroke-linecap="round"/>`;
}

/** Draws the wristband around the wrist: light in the middle, shaded at both edges. */
function band(): string {
  const label = drawWristband(SAMPLE, 'SAMPLE').replace(
    '<svg ',
    '<svg x="22" y="117" width="216" height="102" preserveAspectRatio="none" ',
  );
  return `<rect x="16" y="114" width="228" height="108" rx="8" fill="#eaf3f2"/>${label}
<rect x="16" y="114" width="228" height="14" rx="7" fill="#071f28" opacity=".16"/><rect x="16" y="208" width="228" height="14" rx="7" fill="#071f28" opacity=".2"/>`;
}

function phone(t: number): string {
  const near = between(t, 0.7, 2.2) * (1 - between(t, 6.9, 7.8));
  const read = between(t, 4.1, 4.4);
  const beam = during(t, 2.3, 4.2);
  const sweep = 172 + 30 * Math.sin(((t - 2.3) / 0.95) * Math.PI);
  const corners = read > 0.5 ? '#63d096' : '#f5c95c';
  const check = during(t, 4.1, 5.5);
  return `<g transform="translate(${(1 - near) * 190} ${(1 - near) * -70}) rotate(${(1 - near) * 14} 130 160)">
<rect x="44" y="36" width="172" height="262" rx="24" fill="#071f28" fill-opacity=".2" stroke="#fff" stroke-width="6"/>
<path d="M112 51h36" stroke="#fff" stroke-width="5" stroke-linecap="round"/>
<path d="M60 140v-16a9 9 0 0 1 9-9h18M173 115h18a9 9 0 0 1 9 9v16M200 202v16a9 9 0 0 1-9 9h-18M87 227H69a9 9 0 0 1-9-9v-16" stroke="${corners}" stroke-width="6" stroke-linecap="round" fill="none"/>
<path d="M66 ${sweep}h128" stroke="#f5c95c" stroke-width="4" stroke-linecap="round" opacity="${beam}"/>
<g opacity="${check}" transform="translate(130 171) scale(${0.7 + 0.3 * between(t, 4.1, 4.5)})"><circle r="34" fill="#1d7a4c"/><path d="M-14 1l9 10 18-20" stroke="#fff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" fill="none"/></g>
</g>`;
}

/** Draws the text message with the PIN. */
function message(t: number): string {
  const here = during(t, 4.9, 6.9, 0.35);
  return `<g opacity="${here}" transform="translate(0 ${(1 - between(t, 4.9, 5.3)) * 16})">
<path d="M250 14h122a16 16 0 0 1 16 16v42a16 16 0 0 1-16 16H276l-26 16 5-17a16 16 0 0 1-15-15V30a16 16 0 0 1 10-16z" fill="#f5c95c"/>
<text x="314" y="62" text-anchor="middle" font-family="system-ui, sans-serif" font-size="30" font-weight="700" letter-spacing="6" fill="#14262b">4821</text></g>`;
}

/** Returns the picture at `t` seconds: a phone approaches a wristband, reads it, and the PIN arrives. */
function sceneAt(t: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" fill="none">
<defs><radialGradient id="sky" cx=".75" cy=".1" r=".9"><stop stop-color="#14606a"/><stop offset=".65" stop-color="#0b3a43"/></radialGradient></defs>
<rect width="400" height="250" fill="url(#sky)"/>
<g transform="rotate(-5 200 165)">${hand()}${band()}</g>${phone(t)}${message(t)}</svg>`;
}

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

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { CDPSession, Locator, Page } from 'playwright';

/** Frames per second: every timestamp of the tutorial coincides with a frame. */
const FPS = 24;

const FRAME_MS = 1000 / FPS;
/** Durations in seconds: the finger's move to a target, its press, and a transition of the app. */
const REACH = 0.55;
const PRESS = 0.25;
const TRANSITION = 0.65;

type Point = [x: number, y: number];

const ease = (t: number) => (t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2);

/** Returns ffmpeg's arguments for H.264 that every phone can play, with a key frame at the start of each step. */
function encoder(file: string, starts: readonly number[]): string[] {
  const input = ['-f', 'image2pipe', '-framerate', String(FPS), '-c:v', 'mjpeg', '-i', '-'];
  const keys = ['-g', String(FPS * 10), '-force_key_frames', starts.join(',')];
  const quality = ['-c:v', 'libx264', '-preset', 'slow', '-crf', '29', '-profile:v', 'main', '-tune', 'animation'];
  return [
    '-y',
    '-loglevel',
    'error',
    ...input,
    '-vf',
    'format=yuv420p',
    ...quality,
    ...keys,
    '-an',
    '-movflags',
    '+faststart',
    file,
  ];
}

/**
 * Records the real app frame by frame: its animations are paused between frames and advanced by exactly one frame's
 * duration, so the video is smooth however slow the machine is.
 */
export class Film {
  readonly page: Page;
  readonly #ffmpeg: ChildProcess;
  readonly #devtools: CDPSession;
  #last = Buffer.alloc(0);
  #frames = 0;
  #finger: Point;

  private constructor(page: Page, devtools: CDPSession, ffmpeg: ChildProcess) {
    this.page = page;
    this.#devtools = devtools;
    this.#ffmpeg = ffmpeg;
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    this.#finger = [width * 0.8, height + 60];
  }

  /** @param starts start times of the steps, in seconds */
  static async begin(page: Page, file: string, starts: readonly number[]): Promise<Film> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Animation.enable');
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 });
    const ffmpeg = spawn('ffmpeg', encoder(file, starts), { stdio: ['pipe', 'inherit', 'inherit'] });
    return new Film(page, devtools, ffmpeg);
  }

  /** Current length of the video, in seconds. */
  get seconds(): number {
    return this.#frames / FPS;
  }

  async #write(picture: Buffer): Promise<void> {
    this.#frames += 1;
    if (this.#ffmpeg.stdin?.write(picture) === false) await once(this.#ffmpeg.stdin, 'drain');
  }

  /** Advances the app and the finger by one frame and captures it. */
  async #shoot(pressed = 0): Promise<void> {
    await this.page.evaluate(
      ([ms, [x, y], press]) => {
        for (const animation of document.getAnimations()) {
          animation.currentTime = Number(animation.currentTime ?? 0) + ms;
        }
        const known = document.getElementById('film-finger');
        const finger = known ?? document.createElement('div');
        finger.id = 'film-finger';
        finger.popover = 'manual';
        if (!known) document.documentElement.append(finger);
        Object.assign(finger.style, {
          all: 'unset',
          position: 'fixed',
          zIndex: '2147483647',
          pointerEvents: 'none',
          width: '44px',
          height: '44px',
          borderRadius: '50%',
          border: '3px solid rgb(255 255 255 / 0.9)',
          background: `rgb(232 168 35 / ${0.45 + press * 0.4})`,
          boxShadow: '0 2px 10px rgb(0 0 0 / 0.35)',
          left: `${x - 22}px`,
          top: `${y - 22}px`,
          transform: `scale(${1 - press * 0.22})`,
        });
      },
      [FRAME_MS, this.#finger, pressed] as const,
    );
    const picture = await this.#devtools.send('Page.captureScreenshot', { format: 'jpeg', quality: 94 });
    this.#last = Buffer.from(picture.data, 'base64');
    await this.#write(this.#last);
  }

  /** Records the app for a while. */
  async roll(seconds: number): Promise<void> {
    for (let i = 0; i < Math.round(seconds * FPS); i += 1) await this.#shoot();
  }

  /**
   * Holds the current frame until a time of the video. Throws when that time has passed, because the step is too long.
   */
  async until(seconds: number): Promise<void> {
    const left = Math.round(seconds * FPS) - this.#frames;
    if (left < 0) throw new Error(`The step that ends at ${seconds} s is ${(-left / FPS).toFixed(2)} s too long.`);
    if (left > 0) await this.#shoot();
    for (let i = 1; i < left; i += 1) await this.#write(this.#last);
  }

  async wait(seconds: number): Promise<void> {
    await this.until(this.seconds + seconds);
  }

  async #reach([toX, toY]: Point): Promise<void> {
    const [fromX, fromY] = this.#finger;
    const pictures = Math.round(REACH * FPS);
    for (let i = 1; i <= pictures; i += 1) {
      const t = ease(i / pictures);
      this.#finger = [fromX + (toX - fromX) * t, fromY + (toY - fromY) * t];
      await this.#shoot();
    }
  }

  /** Moves the finger to an element without touching it. */
  async point(target: Locator): Promise<void> {
    const box = await target.boundingBox();
    if (!box) throw new Error(`${target} is not on the screen`);
    await this.#reach([box.x + Math.min(box.width * 0.75, box.width - 20), box.y + box.height / 2]);
  }

  /** Moves the finger off the screen. */
  async leave(): Promise<void> {
    const { width = 0, height = 0 } = this.page.viewportSize() ?? {};
    await this.#reach([width * 0.8, height + 60]);
  }

  /** Taps an element, waits for `sign`, and records the app's transition. */
  async tap(target: Locator, sign: Locator): Promise<void> {
    await this.point(target);
    const pictures = Math.round(PRESS * FPS);
    for (let i = 1; i <= pictures; i += 1) await this.#shoot(Math.sin((i / pictures) * Math.PI));
    await target.dispatchEvent('click');
    await sign.waitFor();
    await this.roll(TRANSITION);
  }

  /** Scrolls the scroll container of `inside` by `distance` px. */
  async scroll(inside: Locator, distance: number, seconds = 1.2): Promise<void> {
    const pictures = Math.round(seconds * FPS);
    let done = 0;
    for (let i = 1; i <= pictures; i += 1) {
      const step = distance * ease(i / pictures) - done;
      done += step;
      await inside.evaluate((element, by) => {
        const scrolls = (node: Element) =>
          node.scrollHeight > node.clientHeight + 1 && getComputedStyle(node).overflowY !== 'visible';
        let box: Element | null = element;
        while (box && !scrolls(box)) box = box.parentElement;
        (box ?? document.scrollingElement)?.scrollBy({ top: by, behavior: 'instant' });
      }, step);
      await this.#shoot();
    }
  }

  /**
   * Scrolls until an element is slightly above the middle of the screen.
   * @param from only elements below this share of the screen's height need it
   */
  async reveal(target: Locator, seconds: number, from = 0): Promise<void> {
    const { height = 0 } = this.page.viewportSize() ?? {};
    // Virtual lists lay out rows as they come into view, so the position is measured again near the end.
    for (const share of [0.8, 0.2]) {
      const box = await target.boundingBox();
      if (!box) throw new Error(`${target} is not on the page`);
      if (box.y < height * from) return;
      await this.scroll(target, box.y - height * 0.38, seconds * share);
    }
  }

  /** Saves the current frame as WebP. */
  async still(file: string): Promise<void> {
    const picture = await this.#devtools.send('Page.captureScreenshot', { format: 'webp', quality: 60 });
    writeFileSync(file, Buffer.from(picture.data, 'base64'));
  }

  /** Ends the recording and waits until the file is complete. */
  async end(): Promise<void> {
    this.#ffmpeg.stdin?.end();
    const [code] = await once(this.#ffmpeg, 'close');
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  }
}

import { execFileSync } from 'node:child_process';
import { SOUNDS } from '../places.ts';

const RATE = 44_100;

/** A struck note: pitch in hertz, start and decay time in seconds, volume 0 to 1. */
interface Note {
  pitch: number;
  start: number;
  ring: number;
  loud: number;
}

/** Overtones of a soft bell, relative to the note: frequency, volume and decay time. */
const BELL = [
  { times: 1, loud: 1, ring: 1 },
  { times: 2, loud: 0.28, ring: 0.62 },
  { times: 3.01, loud: 0.1, ring: 0.36 },
  { times: 4.2, loud: 0.04, ring: 0.2 },
] as const;

/** Attack time of a note in seconds: short enough for a strike, long enough not to click. */
const STRIKE = 0.008;

interface Sound {
  seconds: number;
  notes: readonly Note[];
}

/** D and A, a fifth apart, with the second starting while the first still rings; and one wooden tick. */
const SCORES: Record<'new-event' | 'click', Sound> = {
  'new-event': {
    seconds: 0.9,
    notes: [
      { pitch: 587.33, start: 0, ring: 0.19, loud: 0.5 },
      { pitch: 880, start: 0.13, ring: 0.22, loud: 0.5 },
    ],
  },
  click: {
    seconds: 0.09,
    notes: [
      { pitch: 1250, start: 0, ring: 0.011, loud: 0.55 },
      { pitch: 420, start: 0, ring: 0.018, loud: 0.35 },
    ],
  },
};

/** Returns the amplitude of a note at `t` seconds, -1 to 1. */
function ringing({ pitch, start, ring, loud }: Note, t: number): number {
  const since = t - start;
  if (since < 0) return 0;
  const rise = Math.min(1, since / STRIKE);
  return BELL.reduce((sum, tone) => {
    const fall = Math.exp(-since / (ring * tone.ring));
    return sum + loud * rise * tone.loud * fall * Math.sin(2 * Math.PI * pitch * tone.times * since);
  }, 0);
}

/** Renders a sound as 16-bit samples, with a 30 ms fade-out. */
function render({ seconds, notes }: Sound): Buffer {
  const points = Buffer.alloc(Math.round(seconds * RATE) * 2);
  for (let i = 0; i < points.length / 2; i += 1) {
    const t = i / RATE;
    const fade = Math.min(1, (seconds - t) / 0.03);
    const value = fade * notes.reduce((sum, note) => sum + ringing(note, t), 0);
    points.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_000), i * 2);
  }
  return points;
}

/** Creates the two sounds. The app's player sets their volume (shared-ui/src/ui/sound). */
export function makeSounds(): void {
  for (const [name, sound] of Object.entries(SCORES)) {
    const raw = ['-f', 's16le', '-ar', String(RATE), '-ac', '1', '-i', '-'];
    const format = [
      '-c:a',
      'libmp3lame',
      '-b:a',
      '64k',
      '-map_metadata',
      '-1',
      '-write_xing',
      '0',
      '-id3v2_version',
      '0',
    ];
    execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...raw, ...format, `${SOUNDS}/${name}.mp3`], {
      input: render(sound),
    });
    console.log(`${name}.mp3`);
  }
}

import { execFileSync } from 'node:child_process';
import { RESULT_MEDIA } from '../places.ts';
import { expose, type Grey, grain, HEIGHT, soften, WIDTH } from './film.ts';
import { makeTrunkXrays } from './trunk/make.ts';

/** The views offered by the image picker, with the leg's rotation in degrees. */
const VIEWS = [
  { name: 'front', degrees: 0, letters: 'AP' },
  { name: 'side', degrees: 90, letters: 'LAT' },
  { name: 'oblique', degrees: 32, letters: 'OBL' },
] as const;

/** Lead letters, five pixels wide and seven high. */
const LETTERS: Record<string, string[]> = {
  A: ['01110', '10001', '10001', '11111', '10001', '10001', '10001'],
  B: ['11110', '10001', '11110', '10001', '10001', '10001', '11110'],
  L: ['10000', '10000', '10000', '10000', '10000', '10000', '11111'],
  O: ['01110', '10001', '10001', '10001', '10001', '10001', '01110'],
  P: ['11110', '10001', '10001', '11110', '10000', '10000', '10000'],
  R: ['11110', '10001', '10001', '11110', '10100', '10010', '10001'],
  T: ['11111', '00100', '00100', '00100', '00100', '00100', '00100'],
};

/** Puts lead letters on the film; lead blocks all rays. */
function letter(film: Grey, text: string, left: number, top: number, size: number): void {
  [...text].forEach((sign, place) => {
    LETTERS[sign]?.forEach((dots, row) => {
      [...dots].forEach((dot, column) => {
        if (dot === '0') return;
        const x = left + (place * 6 + column) * size;
        const y = top + row * size;
        for (let i = 0; i < size * size; i += 1) {
          film[(y + Math.floor(i / size)) * WIDTH + x + (i % size)] = 0.97;
        }
      });
    });
  });
}

/** Writes a picture as a WebP file, brightened for the screen. */
function write(film: Grey, file: string): void {
  const points = Buffer.from(film.map((value) => Math.round(255 * Math.min(1, Math.max(0, value)) ** 0.92)));
  const head = Buffer.from(`P5 ${WIDTH} ${HEIGHT} 255\n`);
  const input = Buffer.concat([head, points]);
  const format = ['-y', '-loglevel', 'error', '-f', 'pgm_pipe', '-i', '-', '-c:v', 'libwebp', '-quality', '78', file];
  execFileSync('ffmpeg', format, { input });
}

/** Creates the X-rays: the right lower leg with its broken fibula, chest and neck; one file per view. */
export function makeXrays(): void {
  for (const { name, degrees, letters } of VIEWS) {
    const film = soften(expose(degrees), 0.7);
    letter(film, 'R', 40, 48, 6);
    letter(film, letters, 40, 104, 3);
    write(grain(soften(film, 0.6), 0.035), `${RESULT_MEDIA}/xray-leg-${name}.webp`);
    console.log(`xray-leg-${name}.webp`);
  }
  makeTrunkXrays();
}

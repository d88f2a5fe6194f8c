import { writeFileSync } from 'node:fs';
import { RESULT_MEDIA } from '../places.ts';
import { type Dipole, heartbeat, type Lead, voltage } from './heart.ts';

/** Standard paper: 25 mm per second, 10 mm per millivolt. All values below are in mm. */
const SPEED = 25;
const GAIN = 10;

interface Row {
  /** Leads in order, and the seconds shown of each. */
  leads: readonly Lead[];
  seconds: number;
}

const MARGIN = 5;
const ROW = 32.5;
/** Width of the calibration pulse: 1 mV high, 0.2 s long, with its margins. */
const PULSE = 12.5;
const TITLE = 12.5;
/** Points of the trace closer than this to a straight line are dropped. */
const PRECISION = 0.03;

type Point = readonly [x: number, y: number];

/** Drops points that are close to a straight line between their neighbours (Ramer, Douglas, Peucker). */
function thin(points: readonly Point[]): Point[] {
  const first = points[0];
  const last = points[points.length - 1];
  if (!first || !last || points.length < 3) return [...points];
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]];
  const length = Math.hypot(dx, dy);
  let far = 0;
  let place = 0;
  points.forEach(([x, y], index) => {
    const away = Math.abs(dx * (first[1] - y) - dy * (first[0] - x)) / length;
    if (away > far) [far, place] = [away, index];
  });
  if (far < PRECISION) return [first, last];
  return [...thin(points.slice(0, place + 1)).slice(0, -1), ...thin(points.slice(place))];
}

const number = (value: number) => String(Math.round(value * 100) / 100);

function path(points: readonly Point[]): string {
  const [first, ...rest] = thin(points).map(([x, y]) => `${number(x)} ${number(y)}`);
  return `M${first}L${rest.join(' ')}`;
}

const grid = (id: string, size: number, width: number, colour: string) =>
  `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse"><path d="M${size} 0H0V${size}" fill="none" stroke="${colour}" stroke-width="${width}"/></pattern>`;

const label = (x: number, y: number, text: string, extra = '') =>
  `<text x="${number(x)}" y="${number(y)}"${extra}>${text}</text>`;

function trace(record: readonly Dipole[], rate: number, row: Row, middle: number): string {
  const left = MARGIN + PULSE;
  const each = row.seconds * rate;
  const strips = row.leads.map((lead, place) => {
    const from = row.leads.length > 1 ? place * each : 0;
    const points = record
      .slice(from, from + each + 1)
      .map((dipole, index): Point => [left + ((from + index) * SPEED) / rate, middle - GAIN * voltage(lead, dipole)]);
    const x = left + place * row.seconds * SPEED;
    const divider = place > 0 ? `<path class="t" d="M${number(x)} ${number(middle - 6)}v3"/>` : '';
    return `${divider}<path class="t" d="${path(points)}"/>${label(x + 1.2, middle - 12, lead)}`;
  });
  const pulse = `<path class="t" d="M${MARGIN + 2.5} ${number(middle)}h2.5v-${GAIN}h5v${GAIN}h2.5"/>`;
  return pulse + strips.join('');
}

/**
 * Draws a record on millimetre paper, one row below the other.
 * @param record points of the heart's dipole, `rate` per second
 * @param heading one line of text above the traces
 */
function drawPaper(record: readonly Dipole[], rate: number, rows: readonly Row[], heading: string): string {
  const seconds = Math.max(...rows.map((row) => row.leads.length * row.seconds));
  const width = 2 * MARGIN + PULSE + seconds * SPEED + 2.5;
  const height = TITLE + rows.length * ROW + 10;
  const traces = rows.map((row, place) => trace(record, rate, row, TITLE + (place + 0.62) * ROW));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}mm" height="${height}mm">`,
    '<style>text{font:600 4px sans-serif;fill:#16262e}.t{fill:none;stroke:#0a1419;stroke-width:.36;stroke-linejoin:round;stroke-linecap:round}</style>',
    `<defs>${grid('a', 1, 0.1, '#f3b9b4')}${grid('b', 5, 0.22, '#e5867e')}</defs>`,
    `<rect width="${width}" height="${height}" fill="#fff8f6"/><rect width="${width}" height="${height}" fill="url(#a)"/><rect width="${width}" height="${height}" fill="url(#b)"/>`,
    label(MARGIN, 8, heading),
    ...traces,
    label(MARGIN, height - 3.2, `${SPEED} mm/s · ${GAIN} mm/mV`),
    '</svg>',
  ].join('\n');
}

const RATE = 500;
const SECONDS = 10;

/** The standard twelve-lead page: three rows of four leads, and one lead over the whole time as the rhythm strip. */
const TWELVE: Row[] = [
  { leads: ['I', 'aVR', 'V1', 'V4'], seconds: 2.5 },
  { leads: ['II', 'aVL', 'V2', 'V5'], seconds: 2.5 },
  { leads: ['III', 'aVF', 'V3', 'V6'], seconds: 2.5 },
  { leads: ['II'], seconds: SECONDS },
];

/** Rhythm strips only, large enough for a phone. */
const RHYTHM: Row[] = [
  { leads: ['II'], seconds: 5 },
  { leads: ['V1'], seconds: 5 },
  { leads: ['V5'], seconds: 5 },
];

/** Heart rates (beats per minute) of the demo's two electrocardiograms, as stated in their results. */
const RECORDS = [72, 88];

/** Creates two images of each electrocardiogram: twelve leads, and rhythm strips. */
export function makeElectrocardiograms(): void {
  for (const bpm of RECORDS) {
    const record = heartbeat(bpm, SECONDS + 0.1, RATE);
    const pictures = { 'twelve-leads': TWELVE, rhythm: RHYTHM };
    for (const [name, rows] of Object.entries(pictures)) {
      const file = `ecg-${bpm}-${name}.svg`;
      writeFileSync(`${RESULT_MEDIA}/${file}`, `${drawPaper(record, RATE, rows, `${bpm}/min`)}\n`);
      console.log(file);
    }
  }
}

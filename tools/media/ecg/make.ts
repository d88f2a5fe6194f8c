import { writeFileSync } from 'node:fs';
import { RESULT_MEDIA } from '../places.ts';
import { heartbeat } from './heart.ts';
import { drawPaper, type Row } from './paper.ts';

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

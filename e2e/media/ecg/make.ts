import { writeFileSync } from 'node:fs';
import { RESULT_MEDIA } from '../places.ts';
import { heartbeat } from './heart.ts';
import { drawPaper, type Row } from './paper.ts';

const RATE = 500;
const SECONDS = 10;

/** The usual page of twelve leads: three rows of four, and one lead over the whole time for the rhythm. */
const TWELVE: Row[] = [
  { leads: ['I', 'aVR', 'V1', 'V4'], seconds: 2.5 },
  { leads: ['II', 'aVL', 'V2', 'V5'], seconds: 2.5 },
  { leads: ['III', 'aVF', 'V3', 'V6'], seconds: 2.5 },
  { leads: ['II'], seconds: SECONDS },
];

/** The rhythm alone, large enough for a phone. */
const RHYTHM: Row[] = [
  { leads: ['II'], seconds: 5 },
  { leads: ['V1'], seconds: 5 },
  { leads: ['V5'], seconds: 5 },
];

/** The demo's two electrocardiograms, by beats a minute: as their results say. */
const RECORDS = [72, 88];

/** Makes two pictures of each electrocardiogram: twelve leads, and the rhythm. */
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

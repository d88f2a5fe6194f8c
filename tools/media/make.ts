/**
 * Creates pictures and documents from the sources in this folder: `npm run media` for all of them, `npm run media --
 * icons reports` for some. For the tutorial's videos use `npm run record-tutorial`.
 */
import { makeIcons, makeScreenshots, makeSplash } from './brand/make.ts';
import { makeReports } from './report/make.ts';
import { makeStills } from './stills/make.ts';
import { makeCaptions } from './tutorial/captions.ts';
import { makeWristbands } from './wristband/make.ts';

const MAKERS: Record<string, () => void | Promise<void>> = {
  stills: makeStills,
  icons: makeIcons,
  splash: makeSplash,
  screenshots: makeScreenshots,
  wristbands: makeWristbands,
  reports: makeReports,
  captions: makeCaptions,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in MAKERS));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There are: ${Object.keys(MAKERS).join(', ')}.`);
  process.exitCode = 1;
} else {
  for (const [name, make] of Object.entries(MAKERS)) if (wanted.length === 0 || wanted.includes(name)) await make();
}

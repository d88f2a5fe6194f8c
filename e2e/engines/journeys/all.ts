import { arabic } from './arabic.ts';
import { dark, french, install, settings, update } from './device.ts';
import { byHand, signIn, signOut, supporter } from './getting-in.ts';
import { help } from './help.ts';
import type { Journey } from './journey.ts';
import { live } from './live.ts';
import { prerendered } from './prerendered.ts';
import { starts } from './starts.ts';
import { results, survey, timeline } from './stay.ts';

export const JOURNEYS: readonly Journey[] = [
  byHand,
  signIn,
  timeline,
  results,
  survey,
  supporter,
  update,
  install,
  french,
  arabic,
  dark,
  settings,
  signOut,
  ...prerendered,
  starts,
  help,
  ...live,
];

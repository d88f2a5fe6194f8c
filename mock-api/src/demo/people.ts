/** The demo's physicians, by whose titles people read who they are: "Dre" for a woman in French. */
import { say } from './words.ts';

export const PHYSICIANS = {
  osei: say('doctor.woman', { name: 'Amara Osei' }),
  ortega: say('doctor.man', { name: 'Luis Ortega' }),
  park: say('doctor.woman', { name: 'Helen Park' }),
  raman: say('doctor.woman', { name: 'Priya Raman' }),
} as const;

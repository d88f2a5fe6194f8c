/** The demo's physicians, by whose titles people read who they are: "Dre" for a woman in French. */
import type { Text } from '../common/documents.ts';

export const PHYSICIANS = {
  osei: { en: 'Dr. Amara Osei', fr: 'Dre Amara Osei' },
  ortega: { en: 'Dr. Luis Ortega', fr: 'Dr Luis Ortega' },
  park: { en: 'Dr. Helen Park', fr: 'Dre Helen Park' },
  raman: { en: 'Dr. Priya Raman', fr: 'Dre Priya Raman' },
} as const satisfies Record<string, Text>;

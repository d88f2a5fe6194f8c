import { overrideResponse } from './acts.ts';
import { DOCUMENTS, MEASUREMENTS, ONE_MEASUREMENT } from './record-data.ts';
import type { Group, World } from './screen-state.ts';

const PROFILE = 'v1/profiles/1';

const answering =
  (part: string, body: unknown) =>
  ({ page }: World) =>
    overrideResponse(page, { path: `${PROFILE}/${part}`, body });

/** Measurements over time and documents. */
export const MEASURED: Group = {
  name: 'measurements',
  as: 'patient',
  states: [
    {
      name: 'measurements',
      path: '/profile/1/observations',
      heading: 'My measurements',
      before: answering('observations', MEASUREMENTS),
      see: 'Blood group',
    },
    {
      name: 'measurement',
      path: '/profile/1/observations/718-7',
      heading: /Hemoglobin/,
      before: answering('observations*', ONE_MEASUREMENT),
      see: /Higher than in March/,
    },
    {
      name: 'documents',
      path: '/profile/1/documents',
      heading: 'My documents',
      before: answering('documents', DOCUMENTS),
      see: 'What else the hospital sent',
    },
    {
      name: 'document-elsewhere',
      path: '/profile/1/documents/elsewhere',
      heading: 'Letter of your insurance',
      before: answering('documents', DOCUMENTS),
      see: 'This document isn’t kept here',
    },
  ],
};

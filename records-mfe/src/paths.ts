import { recordPaths } from 'shared-ui/contract';

/** Path of one measurement over time. */
export const observationPath = (profileId: number, code: string) => `${recordPaths.observations(profileId)}/${code}`;

/** Path of one document. */
export const documentPath = (profileId: number, documentId: string) =>
  `${recordPaths.documents(profileId)}/${documentId}`;

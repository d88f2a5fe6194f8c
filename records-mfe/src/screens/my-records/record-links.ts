import type { SupporterPermissions } from 'mock-api/contract';
import type { recordPaths } from 'shared-ui/contract';

type Part = Exclude<keyof typeof recordPaths, 'all'>;

type Needs = (permissions: SupporterPermissions) => boolean;

const results: Needs = ({ medicalRecords, diagnosticResults }) => medicalRecords && diagnosticResults;
const care: Needs = ({ medicalRecords, carePlans }) => medicalRecords && carePlans;
const record: Needs = ({ medicalRecords }) => medicalRecords;

/** Which permissions of a supporter open which part: the API's own rules (mock-api/src/access/record-permissions.ts). */
const NEEDS: Readonly<Record<Part, Needs>> = {
  medications: care,
  careTeam: care,
  observations: results,
  documents: results,
  about: record,
  goingHome: care,
};

const PARTS = Object.keys(NEEDS) as Part[];

/** Returns the parts of the record that the user may open, in order. Without permissions, it is their own record. */
export const openParts = (permissions: SupporterPermissions | undefined): Part[] =>
  PARTS.filter((part) => !permissions || NEEDS[part](permissions));

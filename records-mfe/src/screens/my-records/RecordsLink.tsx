import FolderHeart from 'lucide-react/icons/folder-heart';
import type { SupporterPermissions } from 'mock-api/contract';
import { LinkButton, useProfile, useText } from 'shared-ui';
import { recordPaths } from 'shared-ui/contract';
import { words } from '../../words-records.ts';

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

/** Link from results and care plans to all records; renders nothing if none are shared. */
export function RecordsLink() {
  const t = useText(words);
  const { id, isOwn, firstName, permissions } = useProfile();
  if (openParts(permissions).length === 0) return null;
  return (
    <LinkButton variant="plain" compact icon={<FolderHeart />} to={recordPaths.all(id)}>
      {isOwn ? t('all.mine') : t('all.theirs', { name: firstName })}
    </LinkButton>
  );
}

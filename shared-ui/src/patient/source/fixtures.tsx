import type { Fixture } from '../../../gallery/fixture.ts';
import { Card, Stack } from '../../ui/components/index.ts';
import { HospitalText, HospitalWordsNote } from './HospitalText.tsx';
import { RecordDate, RecordSourceLine } from './RecordSourceLine.tsx';

const name = 'Northside General Hospital';
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Where a record comes from and how old it is, in every state. */
export const sourceFixtures: Fixture[] = [
  { id: 'source--ok', render: () => <RecordSourceLine source={{ name, checkedAt: ago(5), state: 'ok' }} /> },
  { id: 'source--late', render: () => <RecordSourceLine source={{ name, checkedAt: ago(200), state: 'late' }} /> },
  { id: 'source--never', render: () => <RecordSourceLine source={{ name, checkedAt: null, state: 'never' }} /> },
  {
    id: 'source--item',
    render: () => (
      <Card>
        <Stack $gap={4}>
          <HospitalText lang="fr-CA">Vaccin contre la grippe</HospitalText>
          <RecordDate at="2012-03-16" withAge />
          <HospitalWordsNote lang="fr-CA" />
        </Stack>
      </Card>
    ),
  },
];

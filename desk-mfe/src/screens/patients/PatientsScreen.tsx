import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import type { DeskPatient } from 'mock-api/contract';
import { useState } from 'react';
import { Button, EmptyState, Stack, useText } from 'shared-ui';
import { TextField } from 'shared-ui/forms';
import { fetchPatients } from '../../api/patients.ts';
import { DeskPage } from '../../components/DeskPage.tsx';
import { Narrowed } from '../../components/paging/Narrowed.tsx';
import { PagedList } from '../../components/paging/PagedList.tsx';
import { usePages } from '../../components/paging/usePages.ts';
import { useSettled } from '../../components/useSettled.ts';
import { words } from '../../words.ts';
import { NewPatientDialog } from './NewPatientDialog.tsx';
import { PatientRow } from './PatientRow.tsx';

/** Typing pause after which a search starts, in milliseconds. */
const PAUSE_MS = 200;
/** Maximum length of a search that the API accepts. */
const SEARCH_LENGTH = 100;

const drawPatient = (patient: DeskPatient) => <PatientRow patient={patient} />;

/** `/desk/patients`: search for patients and add new ones. */
export default function PatientsScreen() {
  const t = useText(words);
  const [typed, setTyped] = useState('');
  const [isMaking, setIsMaking] = useState(false);
  const search = useSettled(typed.trim(), PAUSE_MS);
  const pages = usePages((after) => fetchPatients(search, after), [search]);
  const make = (
    <Button compact icon={<UserPlus />} onClick={() => setIsMaking(true)}>
      {t('patients.new')}
    </Button>
  );
  return (
    <DeskPage title={t('nav.patients')} tools={make}>
      <Stack $gap={16}>
        <Narrowed>
          <TextField
            type="search"
            label={t('patients.search')}
            hint={t('patients.searchHint')}
            value={typed}
            onChange={setTyped}
            maxLength={SEARCH_LENGTH}
            autoComplete="off"
            spellCheck={false}
          />
        </Narrowed>
        <PagedList
          pages={pages}
          label={t('nav.patients')}
          failed={t('patients.failed')}
          empty={
            <EmptyState
              icon={<Users />}
              title={search ? t('patients.none', { search }) : t('patients.empty')}
              text={search ? t('patients.noneText') : t('patients.emptyText')}
            />
          }
        >
          {drawPatient}
        </PagedList>
      </Stack>
      <NewPatientDialog open={isMaking} onClose={() => setIsMaking(false)} />
    </DeskPage>
  );
}

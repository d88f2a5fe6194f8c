import BedDouble from 'lucide-react/icons/bed-double';
import BookOpenCheck from 'lucide-react/icons/book-open-check';
import FileHeart from 'lucide-react/icons/file-heart';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import type { DeskPatient, NewPatient } from 'mock-api/contract';
import { useEffect, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Button, EmptyState, LinkButton, Row, Soft, Stack, staffPaths, type Translate, useText } from 'shared-ui';
import { createDraft, KeepDraft, TextField, yup } from 'shared-ui/forms';
import { useIsOfWards, useRoles } from '../../access/roles.ts';
import { ARRIVALS_PATH } from '../../api/arrivals.ts';
import { OPENINGS_PATH } from '../../api/openings.ts';
import { createPatient, fetchPatients } from '../../api/patients.ts';
import { DeskPage } from '../../components/DeskPage.tsx';
import { DialogForm } from '../../components/DialogForm.tsx';
import { FormTextField } from '../../components/fields.tsx';
import { formatDay, MergedRecord, SimilarName } from '../../components/identity.tsx';
import { IdentifierFields, NameFields, nameRules, PhoneField } from '../../components/PatientFields.tsx';
import { ListFilters, PagedList } from '../../components/paging/PagedList.tsx';
import { usePages } from '../../components/paging/usePages.ts';
import { phoneRules } from '../../components/phone-rules.ts';
import { EntryRow } from '../../components/table/Table.tsx';
import { words } from '../../words.ts';
import { OtherWard } from './OtherWard.tsx';

/** Typing pause after which a search starts, in milliseconds. */
const SEARCH_DELAY_MS = 200;
/** Maximum length of a search that the API accepts. */
const SEARCH_LENGTH = 100;

const drawPatient = (patient: DeskPatient) => <PatientRow patient={patient} />;

/** `/desk/patients`: search for patients and add new ones. */
export default function PatientsScreen() {
  const t = useText(words);
  const [typed, setTyped] = useState('');
  const [isCreating, setIsCreating] = useState(false);
  const search = useDebounced(typed.trim(), SEARCH_DELAY_MS);
  const pages = usePages((after) => fetchPatients(search, after), [search]);
  const has = useRoles();
  const isOfWards = useIsOfWards();
  const links = [
    { isShown: has('nurse', 'clerk'), icon: <BedDouble />, to: ARRIVALS_PATH, title: t('arrivals.title') },
    { isShown: has('operator'), icon: <FileHeart />, to: `${staffPaths.desk}/records`, title: t('records.title') },
    {
      isShown: has('nurse'),
      icon: <BookOpenCheck />,
      to: `${staffPaths.desk}/explanations`,
      title: t('explanations.title'),
    },
    { isShown: has('privacy'), icon: <ShieldCheck />, to: OPENINGS_PATH, title: t('openings.title') },
  ];
  const tools = (
    <Row>
      {links
        .filter(({ isShown }) => isShown)
        .map(({ icon, to, title }) => (
          <LinkButton key={to} variant="ghost" compact icon={icon} to={to}>
            {title}
          </LinkButton>
        ))}
      {isOfWards && <OtherWard />}
      {has('clerk') && (
        <Button compact icon={<UserPlus />} onClick={() => setIsCreating(true)}>
          {t('patients.new')}
        </Button>
      )}
    </Row>
  );
  return (
    <DeskPage title={t('nav.patients')} tools={tools}>
      <Stack $gap={16}>
        <ListFilters>
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
        </ListFilters>
        <PagedList
          pages={pages}
          label={t('nav.patients')}
          columns={[
            t('patients.fullName'),
            t('identity.dateOfBirth'),
            t('identity.roomNumber'),
            t('wristband.title'),
            t('accounts.phone'),
          ]}
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
      <NewPatientDialog open={isCreating} onClose={() => setIsCreating(false)} />
    </DeskPage>
  );
}

/** Entry of the patient list, which links to the patient's page. */
function PatientRow({ patient }: { patient: DeskPatient }) {
  const t = useText(words);
  const { id, firstName, lastName, dateOfBirth, room, wristbandCode, phoneNumber, isExpired } = patient;
  return (
    <EntryRow>
      <th scope="row">
        <Link to={staffPaths.patient(id)}>{t('patients.name', { firstName, lastName })}</Link>{' '}
        {isExpired && <Soft as="span">{t('patient.expired')}</Soft>} <SimilarName of={patient} />
        <MergedRecord of={patient} />
      </th>
      <td data-short>{dateOfBirth ? formatDay(dateOfBirth) : t('identity.noBirth')}</td>
      <td data-short>{room ? t('identity.room', { room }) : t('identity.noRoom')}</td>
      <td data-short>{wristbandCode ?? t('patients.noWristband')}</td>
      <td data-short>{phoneNumber}</td>
    </EntryRow>
  );
}

/** Returns a typed value once it has not changed for `ms` milliseconds. */
function useDebounced(value: string, ms: number): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}

const EMPTY = { firstName: '', lastName: '', dateOfBirth: '', room: '', ward: '', phone: '+1 ', email: '' };
type Typed = typeof EMPTY;

type Key =
  `patients.${'firstNameRequired' | 'lastNameRequired' | 'nameLink' | 'phoneRequired' | 'phoneWrong' | 'emailWrong'}`;

/** Validates a new patient. */
export function newPatientSchema(t: Translate<Key>) {
  return yup.object({
    ...nameRules(t),
    phone: phoneRules(t),
    email: yup.string().trim().email(t('patients.emailWrong')),
  });
}

/** Converts the form's values into the request body, omitting empty optional values. */
function toNewPatient({ firstName, lastName, dateOfBirth, room, ward, phone, email }: Typed): NewPatient {
  const address = email.trim().toLowerCase();
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    phone: phone.trim(),
    ...(dateOfBirth && { dateOfBirth }),
    ...(room.trim() && { room: room.trim() }),
    ...(ward.trim() && { ward: ward.trim() }),
    ...(address && { email: address }),
  };
}

const draft = createDraft<Typed>(EMPTY);

/** Creates a patient and opens their page. The draft keeps the values when the dialog is closed. */
function NewPatientDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useText(words);
  const navigate = useNavigate();
  const schema = useMemo(() => newPatientSchema(t), [t]);
  const create = async (typed: Typed) => {
    const { id } = await createPatient(toNewPatient(typed));
    void draft.forget();
    navigate(staffPaths.patient(id));
  };
  return (
    <DialogForm
      open={open}
      onClose={onClose}
      title={t('patients.new')}
      initialValues={draft.get()}
      schema={schema}
      send={create}
      submitLabel={t('patients.make')}
    >
      <KeepDraft draft={draft} />
      <PatientFields />
    </DialogForm>
  );
}

/** Identifiers that staff enter with a new patient. */
const AT_ARRIVAL = ['dateOfBirth', 'room', 'ward'] as const;

function PatientFields() {
  const t = useText(words);
  return (
    <>
      <NameFields />
      <IdentifierFields fields={AT_ARRIVAL} />
      <PhoneField />
      <FormTextField name="email" type="email" autoComplete="off" label={t('patients.email')} />
    </>
  );
}

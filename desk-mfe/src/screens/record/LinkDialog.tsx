import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import type { DeskPatientDetails, RecordCandidate } from 'mock-api/contract';
import { useMemo, useState } from 'react';
import {
  Actions,
  Button,
  FetchedContent,
  Note,
  Row,
  Soft,
  Stack,
  type Translate,
  useLoad,
  useSubmit,
  useText,
} from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { Form, Formik, yup } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { fetchCandidates, linkRecord } from '../../api/record-links.ts';
import { Failure } from '../../components/feedback.tsx';
import { FormTextField } from '../../components/fields.tsx';
import { formatDay, PatientSummary } from '../../components/identity.tsx';
import { words } from '../../words.ts';

/** Longest FHIR id. */
const ID_LENGTH = 64;

interface Props {
  open: boolean;
  patient: DeskPatientDetails;
  onClose(): void;
  onLinked(): void;
}

/** Links an account to one patient of the hospital's system, whose name and date of birth staff have compared. */
export function LinkDialog({ open, patient, onClose, onLinked }: Props) {
  const t = useText(words);
  return (
    <Dialog open={open} onClose={onClose} title={t('record.link.title')}>
      {open && <Candidates patient={patient} onClose={onClose} onLinked={onLinked} />}
    </Dialog>
  );
}

function Candidates({ patient, onClose, onLinked }: Omit<Props, 'open'>) {
  const t = useText(words);
  const [searchedId, setSearchedId] = useState('');
  const { state, value, retry } = useLoad(() => fetchCandidates(patient.id, searchedId), [patient.id, searchedId]);
  const candidates = value?.candidates ?? [];
  const {
    state: sending,
    error,
    submit,
  } = useSubmit(async ({ patientId, name, birthDate }: RecordCandidate) => {
    await linkRecord(patient.id, { patientId, name, birthDate });
    onLinked();
  });
  const search = (patientId: string) => (patientId === searchedId ? retry() : setSearchedId(patientId));
  return (
    <Stack>
      <p>{t('record.link.text')}</p>
      <PatientSummary patient={patient} />
      <FetchedContent
        loading={state}
        isEmpty={candidates.length === 0}
        failed={t('record.link.failed')}
        failedText={t('record.link.failedText')}
        retry={retry}
        empty={
          <Note tone="info">
            {searchedId === '' ? t('record.link.none') : t('record.link.noneWithId', { patientId: searchedId })}
          </Note>
        }
      >
        <Stack as="ul" $gap={12}>
          {candidates.map((candidate) => (
            <Candidate
              key={candidate.patientId}
              candidate={candidate}
              busy={sending === 'sending'}
              onLink={() => void submit(candidate)}
            />
          ))}
        </Stack>
      </FetchedContent>
      <Failure error={error} />
      <Search onSearch={search} />
      <Actions>
        <Button variant="plain" onClick={onClose}>
          {t('cancel')}
        </Button>
      </Actions>
    </Stack>
  );
}

/** Ids as FHIR allows them. */
const schemaFor = (t: Translate<'record.link.idWrong'>) =>
  yup.object({
    patientId: yup
      .string()
      .trim()
      .matches(/^[A-Za-z0-9.-]*$/, t('record.link.idWrong')),
  });

/** Looks for another patient by the id in the hospital's system; without an id, by the wristband again. */
function Search({ onSearch }: { onSearch(patientId: string): void }) {
  const t = useText(words);
  const schema = useMemo(() => schemaFor(t), [t]);
  return (
    <Formik
      initialValues={{ patientId: '' }}
      validationSchema={schema}
      onSubmit={({ patientId }) => onSearch(patientId.trim())}
    >
      <Form noValidate>
        <Stack $gap={8}>
          <FormTextField
            name="patientId"
            label={t('record.link.id')}
            hint={t('record.link.idHint')}
            maxLength={ID_LENGTH}
            autoComplete="off"
            spellCheck={false}
          />
          <Row>
            <Button type="submit" compact variant="ghost">
              {t('record.link.search')}
            </Button>
          </Row>
        </Stack>
      </Form>
    </Formik>
  );
}

const Card = styled.li`
  display: grid;
  gap: var(--space-2);
  padding: var(--space-3) var(--space-4);
  border: 1px solid var(--line-color);
  border-radius: var(--radius-m);
  list-style: none;
  overflow-wrap: anywhere;
`;

const Line = styled.span`
  display: flex;
  align-items: center;
  gap: var(--space-2);

  > svg {
    flex: none;
  }
  &[data-same] > svg {
    color: var(--act);
  }
  &[data-differs] {
    font-weight: 600;
  }
  &[data-differs] > svg {
    color: var(--new);
  }
`;

function Comparison({ isSame, children }: { isSame: boolean; children: string }) {
  return (
    <Line {...(isSame ? { 'data-same': '' } : { 'data-differs': '' })}>
      {isSame ? <CircleCheck aria-hidden /> : <CircleAlert aria-hidden />}
      {children}
    </Line>
  );
}

interface CandidateProps {
  candidate: RecordCandidate;
  busy: boolean;
  onLink(): void;
}

/** A patient of the hospital's system, with what agrees with the account and what does not. */
function Candidate({ candidate, busy, onLink }: CandidateProps) {
  const t = useText(words);
  const { patientId, name, birthDate, isSameFamilyName, isSameBirthDate, isDeceased, isLinkedElsewhere } = candidate;
  const isWholeDate = birthDate !== null && birthDate.length === 10;
  return (
    <Card>
      <strong>{name}</strong>
      <Soft as="span">{t('record.link.candidateId', { patientId })}</Soft>
      <Comparison isSame={isSameFamilyName}>
        {isSameFamilyName ? t('record.link.sameName') : t('record.link.otherName')}
      </Comparison>
      {isSameBirthDate === null ? (
        <Soft as="span">{t('record.link.unknownBirth')}</Soft>
      ) : (
        <Comparison isSame={isSameBirthDate}>
          {t(isSameBirthDate ? 'record.link.sameBirth' : 'record.link.otherBirth', {
            date: isWholeDate ? formatDay(birthDate) : (birthDate ?? ''),
          })}
        </Comparison>
      )}
      {isDeceased && <Note tone="warning">{t('record.link.deceased')}</Note>}
      {isLinkedElsewhere && <Note tone="warning">{t('record.link.elsewhere')}</Note>}
      {!isDeceased && !isLinkedElsewhere && (
        <Row>
          <Button compact busy={busy} onClick={onLink}>
            {t('record.link.this')}
          </Button>
        </Row>
      )}
    </Card>
  );
}

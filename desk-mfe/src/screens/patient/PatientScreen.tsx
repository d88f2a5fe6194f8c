import type { CareEvent, DeskPatientDetails } from 'mock-api/contract';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { FetchedContent, formatMoment, Soft, staffPaths, useLoad, useLocale, useText } from 'shared-ui';
import { useChange } from 'shared-ui/details';
import { styled } from 'styled-components';
import { usePatientAccess, useRoles } from '../../access/roles.ts';
import { needsReason } from '../../api/openings.ts';
import { fetchPatient } from '../../api/patients.ts';
import { DeskPage } from '../../components/DeskPage.tsx';
import { useToast } from '../../components/feedback.tsx';
import { identityOf, SimilarName } from '../../components/identity.tsx';
import { BackToPatients } from '../../components/list-parts.tsx';
import { type PatientSectionProps, RuledList, Section } from '../../components/Section.tsx';
import { words } from '../../words.ts';
import { MedicationsSection } from '../medications/MedicationsSection.tsx';
import { MergesSection } from '../merges/MergesSection.tsx';
import { DayPlanSection } from '../plan/DayPlanSection.tsx';
import { HomeSection } from '../plan/HomeSection.tsx';
import { RecordSection } from '../record/RecordSection.tsx';
import { AboutSection } from './AboutSection.tsx';
import { AccessSection } from './AccessSection.tsx';
import { EventSection } from './EventSection.tsx';
import { NextSection } from './NextSection.tsx';
import { PhoneChangeSection } from './PhoneChangeSection.tsx';
import { ReasonSection } from './ReasonSection.tsx';
import { StaySection } from './StaySection.tsx';
import { SupportersSection } from './SupportersSection.tsx';
import { WristbandSection } from './WristbandSection.tsx';

/* Two columns, in which no short section waits for a long one beside it. */
const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
  align-items: start;
  gap: var(--space-4);

  > div {
    display: grid;
    gap: var(--space-4);
    min-inline-size: 0;
  }
`;

/** `/desk/patients/:patientId`: a patient's details and all actions of the desk. */
export default function PatientScreen() {
  const { patientId = '' } = useParams();
  const locale = useLocale();
  // Remounts for another patient, and for another language, in which the events are fetched again.
  return <Patient key={`${patientId} ${locale}`} id={patientId} />;
}

function Patient({ id }: { id: string }) {
  const t = useText(words);
  const { state, value, error, retry } = useLoad(() => fetchPatient(id), [id]);
  const isClosed = needsReason(error);
  // Stays visible during a refetch.
  const [known, setPatient] = useState<DeskPatientDetails>();
  if (value && value !== known) setPatient(value);
  // What was shown before the time was over isn't kept for the next try.
  if (isClosed && known) setPatient(undefined);
  const patient = isClosed ? undefined : known;
  const { toast, showToast } = useToast();
  const follow = (changed: string) => {
    if (changed === id) retry();
  };
  useChange('return.updated', follow);
  useChange('stay.updated', follow);
  const name = patient ? `${patient.firstName} ${patient.lastName}` : t('patient.title');
  const done = (message: string) => {
    showToast(message);
    retry();
  };
  if (isClosed)
    return (
      <DeskPage title={name} tools={<BackToPatients />}>
        <ReasonSection patientId={id} onOpened={retry} />
      </DeskPage>
    );
  return (
    <DeskPage title={name} intro={patient && <Intro patient={patient} />} tools={<BackToPatients />} keepsTitle>
      <FetchedContent
        loading={state}
        isEmpty={!patient}
        failed={t('patient.failed')}
        failedText={t('patient.failedText')}
        retry={retry}
        empty={null}
      >
        {patient && <Sections patient={patient} onDone={done} reload={retry} />}
      </FetchedContent>
      {toast}
    </DeskPage>
  );
}

/** Below the name: date of birth, room, what the patient wants to be called, and a warning about similar names. */
function Intro({ patient }: { patient: DeskPatientDetails }) {
  const t = useText(words);
  const { preferredName: name } = patient;
  return (
    <>
      {[identityOf(t, patient), name ? t('names.knownAs', { name }) : ''].filter((part) => part !== '').join(' · ')}
      <SimilarName of={patient} />
    </>
  );
}

function Sections({ patient, onDone, reload }: PatientSectionProps & { reload(): void }) {
  const navigate = useNavigate();
  const has = useRoles();
  const { hasCare, hasAccount } = usePatientAccess(patient);
  const of = { patient, onDone };
  return (
    <Columns>
      <div>
        {patient.careWithheld === 'reason' && <ReasonSection patientId={patient.id} onOpened={reload} />}
        {patient.phoneChange && has('clerk') && <PhoneChangeSection {...of} change={patient.phoneChange} />}
        {patient.merges && patient.merges.length > 0 && has('clerk') && (
          <MergesSection {...of} merges={patient.merges} />
        )}
        <AboutSection {...of} />
        {patient.stay !== undefined && hasAccount && <StaySection {...of} stay={patient.stay} />}
        {hasCare && <DayPlanSection {...of} />}
        {hasCare && <NextSection {...of} />}
      </div>
      <div>
        {hasAccount && <WristbandSection {...of} />}
        {hasCare && <MedicationsSection {...of} />}
        {hasCare && patient.stay?.state === 'admitted' && <HomeSection {...of} reload={reload} />}
        {hasCare && <EventSection {...of} />}
        {has('operator') && <RecordSection {...of} />}
        {patient.supporters && <SupportersSection {...of} supporters={patient.supporters} />}
        {hasAccount && <AccessSection {...of} onErased={() => navigate(staffPaths.patients)} />}
        {hasCare && <TimelineSection events={patient.events} />}
      </div>
    </Columns>
  );
}

/** Latest events on the timeline, as the patient sees them. */
function TimelineSection({ events }: { events: readonly CareEvent[] }) {
  const t = useText(words);
  return (
    <Section title={t('timeline.title')}>
      {events.length === 0 && <Soft>{t('timeline.empty')}</Soft>}
      <RuledList>
        {events.map(({ id, name, viewed, createdAt }) => (
          <li key={id}>
            <strong>{name}</strong>
            <Soft>
              {viewed ? t('timeline.read') : t('timeline.unread')} · {formatMoment(createdAt)}
            </Soft>
          </li>
        ))}
      </RuledList>
    </Section>
  );
}

import Merge from 'lucide-react/icons/merge';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { DeskPatient } from 'mock-api/contract';
import { formatDate, Soft, type Translate, useText } from 'shared-ui';
import type { Language } from 'shared-ui/contract/languages';
import { styled } from 'styled-components';
import { words } from '../words.ts';

/** Second identifiers of a patient, which tell people with the same name apart, and how to talk with them. */
interface Identified {
  dateOfBirth?: string | null;
  room?: string | null;
  speaks?: DeskPatient['speaks'];
}

/** Returns the name of a language in that of the screen. */
export const languageName = (language: Language): string =>
  new Intl.DisplayNames([document.documentElement.lang || 'en'], { type: 'language' }).of(language) ?? language;

/** Formats a day such as 1958-03-14, which has no time zone. */
export const formatDay = (day: string) => formatDate(day);

type Key = `identity.${'born' | 'room' | 'inRoom' | 'withBirth' | 'interpreter'}`;

/** Returns date of birth, room and language in one line; empty if all are unknown. */
export function identityOf(t: Translate<Key>, { dateOfBirth, room, speaks }: Identified): string {
  const language = speaks && languageName(speaks.language);
  const parts = [
    ...(dateOfBirth ? [t('identity.born', { date: formatDay(dateOfBirth) })] : []),
    ...(room ? [t('identity.room', { room })] : []),
    ...(language ? [speaks.needsInterpreter ? t('identity.interpreter', { language }) : language] : []),
  ];
  return parts.join(' · ');
}

interface Named extends Identified {
  name: string;
}

/** Returns whose page it is in a few words, for confirmations: the name with the room, or else the date of birth. */
export function patientLabel(t: Translate<Key>, { name, room, dateOfBirth }: Named): string {
  if (room) return t('identity.inRoom', { name, room });
  return dateOfBirth ? t('identity.withBirth', { name, date: formatDay(dateOfBirth) }) : name;
}

/** Date of birth, room and language, below or beside a name. Renders nothing if all are unknown. */
export function Identity({ of }: { of: Identified }) {
  const text = identityOf(useText(words), of);
  return text === '' ? null : <Soft as="span">{text}</Soft>;
}

const Warned = styled.strong`
  display: flex;
  align-items: center;
  gap: var(--space-1);
  color: var(--ink);
  font-size: var(--text-s);
  font-weight: 400;

  svg {
    flex: none;
    inline-size: 1.25em;
    block-size: 1.25em;
    color: var(--new);
  }
`;

interface Namesake {
  hasSimilarName?: true;
}

/** Below a name: a warning if another patient has the same or a similar one. */
export function SimilarName({ of }: { of: Namesake }) {
  const t = useText(words);
  if (!of.hasSimilarName) return null;
  return (
    <Warned>
      <TriangleAlert aria-hidden="true" />
      {t('names.similar')}
    </Warned>
  );
}

interface Merged {
  wasMerged?: true;
}

/** Below a name: says that the hospital has lately joined another record with this one, which staff may check. */
export function MergedRecord({ of }: { of: Merged }) {
  const t = useText(words);
  if (!of.wasMerged) return null;
  return (
    <Warned>
      <Merge aria-hidden="true" />
      {t('merges.mark')}
    </Warned>
  );
}

/** Whom a form or a dialog is about. */
export type PatientIdentity = Named & Namesake;

/** In a dialog: which patient it is about, by name, date of birth, room and language, with the warning about similar names. */
export function PatientSummary({ patient }: { patient: PatientIdentity }) {
  const identity = identityOf(useText(words), patient);
  return (
    <div>
      <p>
        <strong>{patient.name}</strong>
        {identity && ` · ${identity}`}
      </p>
      <SimilarName of={patient} />
    </div>
  );
}

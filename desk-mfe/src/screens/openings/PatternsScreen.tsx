import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { DeskPattern } from 'mock-api/contract';
import { Link } from 'react-router-dom';
import { formatMoment, Soft, staffPaths, useText } from 'shared-ui';
import { fetchPatterns, fetchPatternsFile, OPENINGS_PATH } from '../../api/openings.ts';
import { EntryRow } from '../../components/table/Table.tsx';
import { words } from '../../words.ts';
import { PrivacyList } from './PrivacyList.tsx';

const COLUMNS = ['patient', 'staff', 'pattern', 'reason', 'at'] as const;

const drawPattern = (pattern: DeskPattern) => <PatternRow entry={pattern} />;

/** `/desk/openings/patterns`: opened pages that may need a question. For the privacy officer. */
export default function PatternsScreen() {
  const t = useText(words);
  return (
    <PrivacyList
      name="patterns"
      columns={COLUMNS.map((column) => t(`patterns.${column}`))}
      fetchPage={fetchPatterns}
      fetchFile={fetchPatternsFile}
      fileName="worth-a-look.csv"
      other={{ title: t('openings.title'), path: OPENINGS_PATH, icon: <ArrowLeft /> }}
    >
      {drawPattern}
    </PrivacyList>
  );
}

function PatternRow({ entry: { at, staff, patient, patients, pattern, opening } }: { entry: DeskPattern }) {
  const t = useText(words);
  return (
    <EntryRow>
      <th scope="row">
        {patient ? (
          <Link to={staffPaths.patient(patient.id)}>{patient.name}</Link>
        ) : (
          t('patterns.count', { count: patients ?? 0 })
        )}
      </th>
      <td>{staff.name}</td>
      <td data-wide>{t(`patterns.kinds.${pattern}`)}</td>
      <td>
        {opening ? t(`reason.kinds.${opening.reason}`) : '–'} {opening?.note && <Soft as="span">{opening.note}</Soft>}
      </td>
      <td data-short>{formatMoment(at)}</td>
    </EntryRow>
  );
}

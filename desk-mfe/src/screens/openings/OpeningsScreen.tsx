import Eye from 'lucide-react/icons/eye';
import type { DeskOpening } from 'mock-api/contract';
import { Link } from 'react-router-dom';
import { formatMoment, Soft, staffPaths, useText } from 'shared-ui';
import { fetchOpenings, fetchOpeningsFile, PATTERNS_PATH } from '../../api/openings.ts';
import { EntryRow } from '../../components/table/Table.tsx';
import { words } from '../../words.ts';
import { PrivacyList } from './PrivacyList.tsx';

const COLUMNS = ['patient', 'ward', 'staff', 'reason', 'at'] as const;

const drawOpening = (opening: DeskOpening) => <OpeningRow opening={opening} />;

/** `/desk/openings`: patients whom nurses opened outside their wards, and why. For the privacy officer. */
export default function OpeningsScreen() {
  const t = useText(words);
  return (
    <PrivacyList
      name="openings"
      columns={COLUMNS.map((column) => t(`openings.${column}`))}
      fetchPage={fetchOpenings}
      fetchFile={fetchOpeningsFile}
      fileName="openings.csv"
      other={{ title: t('patterns.title'), path: PATTERNS_PATH, icon: <Eye /> }}
    >
      {drawOpening}
    </PrivacyList>
  );
}

function OpeningRow({ opening: { at, staff, patient, reason, note } }: { opening: DeskOpening }) {
  const t = useText(words);
  return (
    <EntryRow>
      <th scope="row">
        <Link to={staffPaths.patient(patient.id)}>{patient.name}</Link>
      </th>
      <td data-short>{patient.ward ?? '–'}</td>
      <td>{staff.name}</td>
      <td>
        {t(`reason.kinds.${reason}`)} {note && <Soft as="span">{note}</Soft>}
      </td>
      <td data-short>{formatMoment(at)}</td>
    </EntryRow>
  );
}

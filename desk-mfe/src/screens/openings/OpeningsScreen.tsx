import Download from 'lucide-react/icons/download';
import Eye from 'lucide-react/icons/eye';
import ShieldCheck from 'lucide-react/icons/shield-check';
import type { DeskOpening } from 'mock-api/contract';
import { Link } from 'react-router-dom';
import {
  Button,
  EmptyState,
  formatMoment,
  LinkButton,
  Row,
  Soft,
  Stack,
  staffPaths,
  useSubmit,
  useText,
} from 'shared-ui';
import { fetchOpenings, fetchOpeningsFile, PATTERNS_PATH } from '../../api/openings.ts';
import { DeskPage } from '../../components/DeskPage.tsx';
import { Failure } from '../../components/feedback.tsx';
import { PagedList } from '../../components/paging/PagedList.tsx';
import { usePages } from '../../components/paging/usePages.ts';
import { saveFile } from '../../components/save-file.ts';
import { EntryRow } from '../../components/table/Table.tsx';
import { words } from '../../words.ts';

const drawOpening = (opening: DeskOpening) => <OpeningRow opening={opening} />;

/** `/desk/openings`: patients whom nurses opened outside their wards, and why. For the privacy officer. */
export default function OpeningsScreen() {
  const t = useText(words);
  const pages = usePages(fetchOpenings, []);
  const { state, error, submit } = useSubmit(async () => saveFile(await fetchOpeningsFile(), 'openings.csv'));
  const tools = (
    <Row>
      <LinkButton compact variant="ghost" icon={<Eye />} to={PATTERNS_PATH}>
        {t('patterns.title')}
      </LinkButton>
      <Button compact variant="ghost" icon={<Download />} busy={state === 'sending'} onClick={() => submit()}>
        {t('openings.save')}
      </Button>
    </Row>
  );
  return (
    <DeskPage title={t('openings.title')} intro={t('openings.intro')} tools={tools}>
      <Stack $gap={16}>
        <Failure error={error} />
        <PagedList
          pages={pages}
          label={t('openings.title')}
          columns={[
            t('openings.patient'),
            t('openings.ward'),
            t('openings.staff'),
            t('openings.reason'),
            t('openings.at'),
          ]}
          failed={t('openings.failed')}
          empty={<EmptyState icon={<ShieldCheck />} title={t('openings.empty')} text={t('openings.emptyText')} />}
        >
          {drawOpening}
        </PagedList>
      </Stack>
    </DeskPage>
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

import ArrowLeft from 'lucide-react/icons/arrow-left';
import Download from 'lucide-react/icons/download';
import ShieldCheck from 'lucide-react/icons/shield-check';
import type { DeskPattern } from 'mock-api/contract';
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
import { fetchPatterns, fetchPatternsFile, OPENINGS_PATH } from '../../api/openings.ts';
import { DeskPage } from '../../components/DeskPage.tsx';
import { Failure } from '../../components/feedback.tsx';
import { PagedList } from '../../components/paging/PagedList.tsx';
import { usePages } from '../../components/paging/usePages.ts';
import { saveFile } from '../../components/save-file.ts';
import { EntryRow } from '../../components/table/Table.tsx';
import { words } from '../../words.ts';

const drawPattern = (pattern: DeskPattern) => <PatternRow entry={pattern} />;

const COLUMNS = ['patient', 'staff', 'pattern', 'reason', 'at'] as const;

/** `/desk/openings/patterns`: opened pages that may need a question. For the privacy officer. */
export default function PatternsScreen() {
  const t = useText(words);
  const pages = usePages(fetchPatterns, []);
  const { state, error, submit } = useSubmit(async () => saveFile(await fetchPatternsFile(), 'worth-a-look.csv'));
  const tools = (
    <Row>
      <LinkButton compact variant="ghost" icon={<ArrowLeft />} to={OPENINGS_PATH}>
        {t('openings.title')}
      </LinkButton>
      <Button compact variant="ghost" icon={<Download />} busy={state === 'sending'} onClick={() => submit()}>
        {t('patterns.save')}
      </Button>
    </Row>
  );
  return (
    <DeskPage title={t('patterns.title')} intro={t('patterns.intro')} tools={tools}>
      <Stack $gap={16}>
        <Failure error={error} />
        <PagedList
          pages={pages}
          label={t('patterns.title')}
          columns={COLUMNS.map((name) => t(`patterns.${name}`))}
          failed={t('patterns.failed')}
          empty={<EmptyState icon={<ShieldCheck />} title={t('patterns.empty')} text={t('patterns.emptyText')} />}
        >
          {drawPattern}
        </PagedList>
      </Stack>
    </DeskPage>
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

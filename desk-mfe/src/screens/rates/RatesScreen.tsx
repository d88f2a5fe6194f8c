import ChartColumn from 'lucide-react/icons/chart-column';
import type { DailyRate } from 'mock-api/contract';
import { call, callForFile, EmptyState, FetchedContent, Stack, useLoad, useText } from 'shared-ui';
import { useRoles } from '../../access/roles.ts';
import { DeskPage } from '../../components/DeskPage.tsx';
import { EntryRow, Table } from '../../components/table/Table.tsx';
import { useFileButton } from '../../components/useFileButton.tsx';
import { words } from '../../words.ts';

const fetchRates = () => call<DailyRate[]>('get', 'v1/desk/daily-rates');
const fetchFile = () => callForFile('v1/desk/daily-rates.csv', 'text/csv');

/** `/desk/rates`: answers to the questions of the day by month and ward, for the quality department, with an export. */
export default function RatesScreen() {
  const t = useText(words);
  const { state, value, retry } = useLoad(fetchRates, []);
  const save = useFileButton(t('rates.save'), fetchFile, 'daily-rates.csv');
  const has = useRoles();
  return (
    <DeskPage title={t('rates.title')} intro={t('rates.intro')} tools={has('privacy') && save.button}>
      <Stack $gap={16}>
        {save.failure}
        <FetchedContent
          loading={state}
          isEmpty={value?.length === 0}
          failed={t('rates.failed')}
          failedText={t('list.nothingLost')}
          retry={retry}
          empty={<EmptyState icon={<ChartColumn />} title={t('rates.empty')} text={t('rates.emptyText')} />}
        >
          {value && <Rates rates={value} />}
        </FetchedContent>
      </Stack>
    </DeskPage>
  );
}

const COLUMNS = ['month', 'question', 'asked', 'answered', 'worried', 'ended', 'minutes'] as const;

function Rates({ rates }: { rates: readonly DailyRate[] }) {
  const t = useText(words);
  const shown = (count: number | null) => (count === null ? t('rates.few') : String(count));
  const worriedOf = ({ worried, answered }: DailyRate) =>
    worried === null || answered === null
      ? t('rates.few')
      : t('rates.share', { count: worried, percent: Math.round((100 * worried) / answered) });
  return (
    <Table aria-label={t('rates.title')}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {t(`rates.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rates.map((rate) => (
          <EntryRow key={`${rate.month} ${rate.ward} ${rate.kind}`}>
            <th scope="row">
              {rate.month} · {rate.ward ? t('board.inWard', { ward: rate.ward }) : t('board.noWard')}
            </th>
            <td data-wide>{t(`rates.kinds.${rate.kind}`)}</td>
            <td data-short>{shown(rate.asked)}</td>
            <td data-short>{shown(rate.answered)}</td>
            <td data-short>{worriedOf(rate)}</td>
            <td data-short>{shown(rate.ended)}</td>
            <td data-short>{shown(rate.minutesToEnd)}</td>
          </EntryRow>
        ))}
      </tbody>
    </Table>
  );
}

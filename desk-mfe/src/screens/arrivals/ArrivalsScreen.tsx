import BedDouble from 'lucide-react/icons/bed-double';
import Printer from 'lucide-react/icons/printer';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { DeskArrival } from 'mock-api/contract';
import { useCallback, useRef, useState } from 'react';
import { Button, EmptyState, Note, Row, Stack, useSubmit, useText } from 'shared-ui';
import { CheckboxField } from 'shared-ui/forms';
import { fetchArrivals, MOST_BANDS, printBands } from '../../api/arrivals.ts';
import { DeskPage, type DeskPageHandle } from '../../components/DeskPage.tsx';
import { Failure, useToast } from '../../components/feedback.tsx';
import { BackToPatients } from '../../components/list-parts.tsx';
import { PagedList } from '../../components/paging/PagedList.tsx';
import { usePages } from '../../components/paging/usePages.ts';
import { openFile } from '../../components/save-file.ts';
import { words } from '../../words.ts';
import { ArrivalEntry } from './ArrivalEntry.tsx';

/** `/desk/arrivals`: who was admitted and has no wristband yet, to print for one or all, and to confirm numbers. */
export default function ArrivalsScreen() {
  const t = useText(words);
  const page = useRef<DeskPageHandle>(null);
  const pages = usePages(fetchArrivals, []);
  const { showToast, toast } = useToast();
  const [withPins, setWithPins] = useState(true);
  /** Codes of the bands that were printed here, by patient: they stay listed until the list is fetched again. */
  const [codes, setCodes] = useState<ReadonlyMap<string, string>>(new Map());
  const print = useSubmit(async (patients: readonly string[]) => {
    const { file, bands } = await printBands(patients, withPins);
    setCodes((before) => new Map([...before, ...bands.map(({ id, code }) => [id, code] as const)]));
    openFile(file);
    showToast(t('arrivals.printed', { count: bands.length }));
  });
  const { submit } = print;
  const { change } = pages;
  const handleConfirmed = useCallback(
    (id: string, phoneNumber: string, message: string) => {
      change((items) => items.map((item) => (item.id === id ? { ...item, phoneNumber, phoneConfirmed: true } : item)));
      showToast(message);
    },
    [change, showToast],
  );
  const draw = useCallback(
    (arrival: DeskArrival) => (
      <ArrivalEntry
        arrival={arrival}
        code={codes.get(arrival.id)}
        onPrint={() => submit([arrival.id])}
        onConfirmed={handleConfirmed}
      />
    ),
    [codes, submit, handleConfirmed],
  );
  const waiting = pages.items.filter(({ id }) => !codes.has(id)).slice(0, MOST_BANDS);
  const refresh = () => {
    setCodes(new Map());
    pages.retry();
    page.current?.focusHeading();
  };
  const tools = (
    <Row>
      <BackToPatients />
      <Button compact variant="ghost" icon={<RefreshCw />} busy={pages.state === 'loading'} onClick={refresh}>
        {t('arrivals.refresh')}
      </Button>
      {waiting.length > 0 && (
        <Button
          compact
          icon={<Printer />}
          busy={print.state === 'sending'}
          onClick={() => submit(waiting.map(({ id }) => id))}
        >
          {t('arrivals.printAll', { count: waiting.length })}
        </Button>
      )}
    </Row>
  );
  return (
    <DeskPage ref={page} title={t('arrivals.title')} intro={t('arrivals.intro')} tools={tools}>
      <Stack $gap={16}>
        {pages.items.length > 0 && (
          <CheckboxField
            label={t('arrivals.withPins')}
            hint={t('arrivals.withPinsHint')}
            value={withPins}
            onChange={setWithPins}
          />
        )}
        <Failure error={print.error} />
        {codes.size > 0 && <Note>{t('arrivals.kept')}</Note>}
        <PagedList
          pages={pages}
          label={t('arrivals.title')}
          failed={t('arrivals.failed')}
          empty={<EmptyState icon={<BedDouble />} title={t('arrivals.empty')} text={t('arrivals.emptyText')} />}
        >
          {draw}
        </PagedList>
      </Stack>
      {toast}
    </DeskPage>
  );
}

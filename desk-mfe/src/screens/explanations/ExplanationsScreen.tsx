import ArrowLeft from 'lucide-react/icons/arrow-left';
import BookOpenCheck from 'lucide-react/icons/book-open-check';
import type { DeskExplanation, ExplanationState } from 'mock-api/contract';
import { useCallback, useRef, useState } from 'react';
import { call, EmptyState, LinkButton, Stack, staffPaths, useText } from 'shared-ui';
import { SelectField } from 'shared-ui/forms';
import { pageQuery } from '../../api/page.ts';
import { DeskPage, type DeskPageHandle } from '../../components/DeskPage.tsx';
import { ListFilters, PagedList } from '../../components/paging/PagedList.tsx';
import { usePages } from '../../components/paging/usePages.ts';
import { useToast } from '../../components/useToast.tsx';
import { words } from '../../words.ts';
import { ExplanationItem } from './ExplanationItem.tsx';

const STATES = ['waiting', 'approved', 'refused'] as const satisfies ExplanationState[];

/** `/desk/explanations`: plain-language texts of the hospital's own service, to approve beside the report. */
export default function ExplanationsScreen() {
  const t = useText(words);
  const page = useRef<DeskPageHandle>(null);
  const [state, setState] = useState<ExplanationState>('waiting');
  const pages = usePages(
    (after) => call<DeskExplanation[]>('get', `v1/desk/explanations${pageQuery({ state }, after)}`),
    [state],
  );
  const { showToast, toast } = useToast();
  const { change } = pages;
  const draw = useCallback(
    (explanation: DeskExplanation) => (
      <ExplanationItem
        explanation={explanation}
        onDecided={(message) => {
          change((list) => list.filter(({ id }) => id !== explanation.id));
          showToast(message);
          // The focused button was removed with its entry.
          page.current?.focusHeading();
        }}
      />
    ),
    [change, showToast],
  );
  const back = (
    <LinkButton variant="ghost" compact icon={<ArrowLeft />} to={staffPaths.patients}>
      {t('patient.back')}
    </LinkButton>
  );
  return (
    <DeskPage ref={page} title={t('explanations.title')} intro={t('explanations.intro')} tools={back}>
      <Stack $gap={16}>
        <ListFilters>
          <SelectField
            label={t('explanations.filter')}
            value={state}
            onChange={(value) => setState(STATES.find((known) => known === value) ?? 'waiting')}
            options={STATES.map((value) => ({ value, label: t(`explanations.${value}`) }))}
          />
        </ListFilters>
        <PagedList
          pages={pages}
          label={t(`explanations.${state}`)}
          failed={t('explanations.failed')}
          empty={
            <EmptyState icon={<BookOpenCheck />} title={t('explanations.empty')} text={t('explanations.emptyText')} />
          }
        >
          {draw}
        </PagedList>
      </Stack>
      {toast}
    </DeskPage>
  );
}

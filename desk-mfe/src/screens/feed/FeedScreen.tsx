import Inbox from 'lucide-react/icons/inbox';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { DeskFeed, DeskFeedMessage } from 'mock-api/contract';
import { useCallback, useState } from 'react';
import {
  Button,
  EmptyState,
  FetchedContent,
  formatMoment,
  Note,
  Row,
  Stack,
  type Translate,
  useLoad,
  useLocale,
  useText,
} from 'shared-ui';
import { Facts } from 'shared-ui/details';
import { SelectField } from 'shared-ui/forms';
import { FEED_LISTS, type FeedList, fetchFeed, fetchFeedMessages } from '../../api/feed.ts';
import { DeskPage } from '../../components/DeskPage.tsx';
import { BackToPatients, useDecisions } from '../../components/list-parts.tsx';
import { ListFilters, PagedList } from '../../components/paging/PagedList.tsx';
import { usePages } from '../../components/paging/usePages.ts';
import { Section } from '../../components/Section.tsx';
import { durationOf } from '../../components/waiting/waiting-parts.tsx';
import { words } from '../../words.ts';
import { FeedMessage } from './FeedMessage.tsx';

/** `/desk/feed`: what the hospital's systems send (HL7 v2), how late it is used, and what is put aside and why. */
export default function FeedScreen() {
  const t = useText(words);
  const locale = useLocale();
  const [list, setList] = useState<FeedList>('aside');
  const { state, value, retry } = useLoad(fetchFeed, []);
  const [feed, setFeed] = useState(value);
  if (value && value !== feed) setFeed(value);
  const pages = usePages((after) => fetchFeedMessages(list, after), [list, locale]);
  const { page, onDecided, toast } = useDecisions(pages.change);
  const handleDecided = useCallback(
    (id: string, message: string) => {
      onDecided(id, message);
      // Not the list, which would be recorded as a view in the log of everyone on it.
      retry();
    },
    [onDecided, retry],
  );
  const draw = useCallback(
    (message: DeskFeedMessage) => <FeedMessage message={message} onDecided={handleDecided} />,
    [handleDecided],
  );
  const refresh = () => {
    retry();
    pages.retry();
  };
  const tools = (
    <Row>
      <BackToPatients />
      <Button
        compact
        variant="ghost"
        icon={<RefreshCw />}
        busy={[state, pages.state].includes('loading')}
        onClick={refresh}
      >
        {t('feed.refresh')}
      </Button>
    </Row>
  );
  return (
    <DeskPage ref={page} title={t('feed.title')} intro={t('feed.intro')} tools={tools}>
      <FetchedContent
        loading={state}
        isEmpty={!feed?.lastReceivedAt}
        failed={t('feed.failed')}
        failedText={t('list.nothingLost')}
        retry={refresh}
        empty={<EmptyState icon={<Inbox />} title={t('feed.none')} text={t('feed.noneText')} />}
      >
        {feed?.lastReceivedAt && <Overview {...feed} lastReceivedAt={feed.lastReceivedAt} />}
        <ListFilters>
          <SelectField
            label={t('feed.filter')}
            value={list}
            onChange={(chosen) => setList(FEED_LISTS.find((known) => known === chosen) ?? 'aside')}
            options={FEED_LISTS.map((known) => ({ value: known, label: t(`feed.states.${known}`) }))}
          />
        </ListFilters>
        <PagedList
          pages={pages}
          label={t(`feed.states.${list}`)}
          failed={t('feed.failed')}
          empty={<EmptyState icon={<Inbox />} title={t(`feed.empty.${list}`)} text={t(`feed.emptyText.${list}`)} />}
        >
          {draw}
        </PagedList>
      </FetchedContent>
      {toast}
    </DeskPage>
  );
}

const STATES = ['aside', 'received', 'applied', 'unused', 'dismissed'] as const satisfies (keyof DeskFeed['counts'])[];

const SECONDS_PER_MINUTE = 60;

type DelayKey = `feed.${'noDelay' | 'shortDelay'}` | `wait.${'minutes' | 'hours' | 'days'}`;

function delayOf(t: Translate<DelayKey>, seconds: number): string {
  if (seconds === 0) return t('feed.noDelay');
  if (seconds < SECONDS_PER_MINUTE) return t('feed.shortDelay');
  return durationOf(t, Math.floor(seconds / SECONDS_PER_MINUTE));
}

function Overview({ lastReceivedAt, delaySeconds, counts }: DeskFeed & { lastReceivedAt: string }) {
  const t = useText(words);
  const delay = delayOf(t, delaySeconds);
  return (
    <Section title={t('feed.now')}>
      <Stack $gap={16}>
        {/* The limit of the API's readiness. */}
        {delaySeconds > SECONDS_PER_MINUTE && <Note tone="warning">{t('feed.behind', { delay })}</Note>}
        <Facts
          variant="columns"
          facts={[
            [t('feed.last'), formatMoment(lastReceivedAt)],
            [t('feed.delay'), delay],
            ...STATES.map((state) => [t(`feed.states.${state}`), String(counts[state])] as const),
          ]}
        />
      </Stack>
    </Section>
  );
}

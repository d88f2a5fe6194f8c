import ClipboardList from 'lucide-react/icons/clipboard-list';
import { Button, Card, EmptyState, FetchedContent, Page, Soft, Stack, useLoad, useText } from 'shared-ui';
import type { CarePlan } from 'shared-ui/api';
import { fetchCarePlans } from '../api/care-plans.ts';
import { SendTopics } from '../components/SendTopics.tsx';
import { words } from '../i18n.ts';
import { toggleTopic, topics } from '../store.ts';

function Plan({ plan: { id, data } }: { plan: CarePlan }) {
  const t = useText(words);
  const isNoted = topics.use(({ plans }) => plans.includes(id));
  return (
    <Card as="li">
      <h2>{data.title}</h2>
      <Soft>{data.doctor}</Soft>
      <Button variant="ghost" compact aria-pressed={isNoted} onClick={() => toggleTopic(id)}>
        {t(isNoted ? 'noted' : 'note', { title: data.title })}
      </Button>
    </Card>
  );
}

/** The patient's care plans, with a choice of those that they want to talk about. */
export function CarePlansScreen() {
  const t = useText(words);
  const { state, value: plans = [], retry } = useLoad(fetchCarePlans, []);
  return (
    <Page title={t('title')} intro={t('intro')}>
      <FetchedContent
        loading={state}
        isEmpty={plans.length === 0}
        failed={t('failed')}
        failedText={t('failedText')}
        retry={retry}
        empty={<EmptyState icon={<ClipboardList />} title={t('empty')} text={t('emptyText')} />}
      >
        <Stack as="ul">
          {plans.map((plan) => (
            <Plan key={plan.id} plan={plan} />
          ))}
        </Stack>
        <SendTopics plans={plans} />
      </FetchedContent>
    </Page>
  );
}

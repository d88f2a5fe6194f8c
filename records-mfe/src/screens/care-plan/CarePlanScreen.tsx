import type { CarePlan } from 'mock-api/contract';
import { useParams } from 'react-router-dom';
import {
  Card,
  EmptyState,
  ensureRecords,
  FetchedContent,
  LinkButton,
  loadRecords,
  PanelScreen,
  paths,
  SectionTitle,
  Stack,
  useDismissOnLeave,
  useEnsureLoaded,
  useProfile,
  useStore,
  useText,
} from 'shared-ui';
import { AskHospital, Facts, MissingContent } from 'shared-ui/details';
import { AccordionSection } from 'shared-ui/disclosure';
import { words } from '../../words.ts';

/** One care plan. The event that announced it becomes VIEWED when the user leaves. */
export default function CarePlanScreen() {
  const t = useText(words);
  const { carePlanId = '' } = useParams();
  const profile = useProfile();
  const { carePlans, loading } = useStore((state) => state.records);
  const plan = carePlans.find(({ id, profileId }) => id === carePlanId && profileId === profile.id);
  useEnsureLoaded(ensureRecords);
  useDismissOnLeave(carePlanId);
  const mine = profile.isOwn ? t('carePlans.mine') : t('carePlans.theirs', { name: profile.firstName });
  return (
    <PanelScreen title={plan?.data.title ?? mine}>
      <FetchedContent
        loading={loading}
        isEmpty={!plan}
        failed={t('carePlans.failed')}
        failedText={t('nothingLost')}
        retry={loadRecords}
        empty={
          <MissingContent type="care-plan" id={carePlanId}>
            <EmptyState title={t('carePlan.gone')}>
              <LinkButton to={paths.profile.carePlans(profile.id)}>{t('carePlan.all')}</LinkButton>
            </EmptyState>
          </MissingContent>
        }
      >
        {plan && <Plan {...plan.data} />}
        {plan && <AskHospital type="care-plan" id={plan.id} />}
      </FetchedContent>
    </PanelScreen>
  );
}

/** Duration, doctor and accordion sections. The hospital's digital resources are listed but not available yet. */
function Plan({ duration, doctor, carePlans }: CarePlan['data']) {
  const t = useText(words);
  return (
    <Stack>
      <Card>
        <Facts
          variant="lines"
          facts={[
            [t('carePlan.duration'), duration],
            [t('carePlan.doctor'), doctor],
          ]}
        />
      </Card>
      <SectionTitle>{t('carePlan.sections')}</SectionTitle>
      {carePlans.map(({ title, comments }, place) => (
        <AccordionSection key={title} title={title} open={place === 0}>
          <p>{comments}</p>
        </AccordionSection>
      ))}
      <AccordionSection title={t('carePlan.digital')} disabled note={t('carePlan.later')} />
    </Stack>
  );
}

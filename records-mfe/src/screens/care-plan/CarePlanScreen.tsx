import type { CarePlan } from 'mock-api/contract';
import { useParams } from 'react-router-dom';
import {
  Card,
  EmptyState,
  ensureRecords,
  FetchedContent,
  LANGUAGE_TAG,
  LinkButton,
  loadRecords,
  PanelScreen,
  paths,
  runtimeConfig,
  SectionTitle,
  Stack,
  useDismissOnLeave,
  useEnsureLoaded,
  useLocale,
  useProfile,
  useStore,
  useText,
} from 'shared-ui';
import {
  AskHospital,
  Facts,
  HospitalText,
  HospitalWordsNote,
  MissingContent,
  useHospitalLang,
} from 'shared-ui/details';
import { AccordionSection } from 'shared-ui/disclosure';
import { languageAmong } from '../../components/record/language.ts';
import { words } from '../../words.ts';

type CarePlanLine = CarePlan['data']['carePlans'][number];

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

/** Duration, doctor and accordion sections. The demo also lists digital resources, which can't be opened. */
function Plan({ duration, doctor, carePlans, languages }: CarePlan['data']) {
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
      <HospitalWordsNote lang={languageAmong(languages, ...carePlans.map((line) => line.languages))} />
      <SectionTitle>{t('carePlan.sections')}</SectionTitle>
      {carePlans.map((line, place) => (
        <PlanLine key={line.title} line={line} open={place === 0} />
      ))}
      {runtimeConfig().demo && <AccordionSection title={t('carePlan.digital')} disabled note={t('carePlan.later')} />}
    </Stack>
  );
}

/** One section. Its title is plain text, so the language of the hospital's words is set around both. */
function PlanLine({ line: { title, comments, languages }, open }: { line: CarePlanLine; open: boolean }) {
  const lang = useHospitalLang(languages?.title ?? null);
  const own = LANGUAGE_TAG[useLocale()];
  return (
    <div lang={lang}>
      <AccordionSection title={title} open={open}>
        <p lang={lang !== undefined && languages?.comments === undefined ? own : undefined}>
          <HospitalText lang={languages?.comments ?? null}>{comments}</HospitalText>
        </p>
      </AccordionSection>
    </div>
  );
}

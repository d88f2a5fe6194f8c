import type { CarePlan } from 'mock-api/contract';
import { useParams } from 'react-router-dom';
import { Card, LANGUAGE_TAG, runtimeConfig, SectionTitle, Stack, useLocale, useText } from 'shared-ui';
import { Facts, HospitalText, HospitalWordsNote, useHospitalLang } from 'shared-ui/details';
import { AccordionSection } from 'shared-ui/disclosure';
import { languageAmong } from '../../components/glossary/GlossaryText.tsx';
import { SingleRecord } from '../../components/records.tsx';
import { words } from '../../words.ts';

type CarePlanLine = CarePlan['data']['carePlans'][number];

export default function CarePlanScreen() {
  const { carePlanId = '' } = useParams();
  return (
    <SingleRecord kind="carePlans" id={carePlanId} titleOf={({ data }) => data.title}>
      {({ data }) => <Plan {...data} />}
    </SingleRecord>
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
      {carePlans.map((line, index) => (
        <PlanLine key={line.title} line={line} open={index === 0} />
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

import type { CarePlan } from 'mock-api/contract';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { Card, LANGUAGE_TAG, Note, runtimeConfig, SectionTitle, Stack, useLocale, useText } from 'shared-ui';
import { Facts, HospitalText, HospitalWordsNote, useHospitalLang } from 'shared-ui/details';
import { AccordionSection } from 'shared-ui/disclosure';
import { styled } from 'styled-components';
import { languageAmong } from '../../components/glossary/GlossaryText.tsx';
import { SingleRecord } from '../../components/records.tsx';
import { WhomToCall } from '../../components/WhomToCall.tsx';
import { words } from '../../words.ts';

const WarningTitle = styled.h2`
  font-size: var(--text-m);
  font-weight: 650;
`;

type CarePlanLine = CarePlan['data']['carePlans'][number];

export default function CarePlanScreen() {
  const { carePlanId = '' } = useParams();
  return (
    <SingleRecord kind="carePlans" id={carePlanId} titleOf={({ data }) => data.title}>
      {({ data }) => <Plan {...data} />}
    </SingleRecord>
  );
}

/**
 * What to watch out for, then duration, doctor and accordion sections. The demo also lists digital resources, which can't
 * be opened.
 */
function Plan({ duration, doctor, carePlans, languages }: CarePlan['data']) {
  const t = useText(words);
  const warnings = carePlans.filter(({ kind }) => kind === 'warning');
  const others = carePlans.filter(({ kind }) => kind !== 'warning');
  return (
    <Stack>
      {warnings.length > 0 && <Warnings lines={warnings} />}
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
      {others.length > 0 && <SectionTitle>{t('carePlan.sections')}</SectionTitle>}
      {others.map((line, index) => (
        <PlanLine key={line.title} line={line} open={index === 0} />
      ))}
      {runtimeConfig().demo && <AccordionSection title={t('carePlan.digital')} disabled note={t('carePlan.later')} />}
    </Stack>
  );
}

/** Signs of danger and what not to do: always open, with whom to call. */
function Warnings({ lines }: { lines: CarePlanLine[] }) {
  const t = useText(words);
  return (
    <Note tone="warning">
      <Stack as="section" aria-label={t('carePlan.warnings')}>
        {lines.map((line) => (
          <InHospitalWords key={line.title} line={line}>
            {(comments) => (
              <>
                <WarningTitle>{line.title}</WarningTitle>
                {comments}
              </>
            )}
          </InHospitalWords>
        ))}
        <div>
          <WhomToCall />
        </div>
      </Stack>
    </Note>
  );
}

function PlanLine({ line, open }: { line: CarePlanLine; open: boolean }) {
  return (
    <InHospitalWords line={line}>
      {(comments) => (
        <AccordionSection title={line.title} open={open}>
          {comments}
        </AccordionSection>
      )}
    </InHospitalWords>
  );
}

interface InHospitalWordsProps {
  line: CarePlanLine;
  children(comments: ReactNode): ReactNode;
}

/** One section. Its title is plain text, so the language of the hospital's words is set around both. */
function InHospitalWords({ line: { comments, languages }, children }: InHospitalWordsProps) {
  const lang = useHospitalLang(languages?.title ?? null);
  const own = LANGUAGE_TAG[useLocale()];
  const text = (
    <p lang={lang !== undefined && languages?.comments === undefined ? own : undefined}>
      <HospitalText lang={languages?.comments ?? null}>{comments}</HospitalText>
    </p>
  );
  return <div lang={lang}>{children(comments === '' ? null : text)}</div>;
}

import type { CarePlan } from 'mock-api/contract';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { Card, Note, runtimeConfig, SectionTitle, Soft, Stack, useText } from 'shared-ui';
import { Facts, formatList, HospitalText, HospitalWordsNote, ReadToMe, useHospitalText } from 'shared-ui/details';
import { AccordionSection } from 'shared-ui/disclosure';
import { LANGUAGES, useLanguage } from 'shared-ui/languages';
import { styled } from 'styled-components';
import { languageAmong } from '../../components/glossary/GlossaryText.tsx';
import { SingleRecord } from '../../components/records.tsx';
import { WhomToCall } from '../../components/WhomToCall.tsx';
import { words } from '../../words.ts';

const WarningTitle = styled.h2`
  font-size: var(--text-m);
  font-weight: 650;
`;

const SourceTitle = styled.h2`
  font-size: var(--text-m);
`;

type Source = NonNullable<CarePlan['data']['sources']>[number];
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
function Plan({ duration, doctor, carePlans, languages, sources }: CarePlan['data']) {
  const t = useText(words);
  const warnings = carePlans.filter(({ kind }) => kind === 'warning');
  const others = carePlans.filter(({ kind }) => kind !== 'warning');
  return (
    <Stack>
      <ReadToMe />
      {warnings.length > 0 && <Warnings lines={warnings} sources={sources} />}
      {sources ? (
        <Sources sources={sources} />
      ) : (
        <Card>
          <Facts
            variant="lines"
            facts={[
              [t('carePlan.duration'), duration],
              [t('carePlan.doctor'), doctor],
            ]}
          />
        </Card>
      )}
      <HospitalWordsNote lang={languageAmong(languages, ...carePlans.map((line) => line.languages))} />
      {others.length > 0 && <SectionTitle>{t('carePlan.sections')}</SectionTitle>}
      {others.map((line, index) => (
        <PlanLine key={keyOf(line)} line={line} sources={sources} open={index === 0} />
      ))}
      {runtimeConfig().demo && <AccordionSection title={t('carePlan.digital')} disabled note={t('carePlan.later')} />}
    </Stack>
  );
}

const keyOf = ({ source = 0, title, comments }: CarePlanLine) => `${source} ${title} ${comments}`;

/** The plans for the same condition that this one is made of, with what to do if they don't agree. */
function Sources({ sources }: { sources: readonly Source[] }) {
  const t = useText(words);
  return (
    <>
      <Note title={t('carePlan.several', { count: sources.length })}>
        <p>{t('carePlan.severalText')}</p>
      </Note>
      {sources.map(({ id, title, doctor, duration, languages }) => (
        <Card key={id} as="section">
          <SourceTitle>
            <HospitalText lang={languages?.title ?? null}>{title}</HospitalText>
          </SourceTitle>
          <Facts
            variant="lines"
            facts={[
              [t('carePlan.duration'), duration],
              [t('carePlan.doctor'), doctor],
            ]}
          />
        </Card>
      ))}
    </>
  );
}

/** Returns the attributes of a text in the reader's language inside one that is not. */
function useOwnLanguage() {
  const { tag, direction } = LANGUAGES[useLanguage()];
  return { lang: tag, dir: direction };
}

/** Which of several plans a line is from. */
function From({ source }: { source: Source | undefined }) {
  const t = useText(words);
  const own = useOwnLanguage();
  if (!source) return null;
  const plan = formatList([source.title, source.doctor]);
  return <Soft {...own}>{t('carePlan.from', { plan })}</Soft>;
}

/** Signs of danger and what not to do: always open, with whom to call. */
function Warnings({ lines, sources }: { lines: CarePlanLine[]; sources: readonly Source[] | undefined }) {
  const t = useText(words);
  return (
    <Note tone="warning">
      <Stack as="section" aria-label={t('carePlan.warnings')}>
        {lines.map((line) => (
          <InHospitalWords key={keyOf(line)} line={line} sources={sources}>
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

function PlanLine({ line, sources, open }: Omit<InHospitalWordsProps, 'children'> & { open: boolean }) {
  return (
    <InHospitalWords line={line} sources={sources}>
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
  sources: readonly Source[] | undefined;
  children(comments: ReactNode): ReactNode;
}

/** One section. Its title is plain text, so the language of the hospital's words is set around both. */
function InHospitalWords({ line: { comments, languages, source }, sources, children }: InHospitalWordsProps) {
  const marks = useHospitalText(languages?.title);
  const own = useOwnLanguage();
  const text = (
    <p {...(marks.lang !== undefined && languages?.comments === undefined && own)}>
      <HospitalText lang={languages?.comments ?? null}>{comments}</HospitalText>
    </p>
  );
  const from = source === undefined ? undefined : sources?.[source];
  return (
    <div {...marks}>
      {children(
        (comments !== '' || from) && (
          <>
            {comments !== '' && text}
            <From source={from} />
          </>
        ),
      )}
    </div>
  );
}

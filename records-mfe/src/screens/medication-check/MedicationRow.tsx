import type { MedicationAnswer, MedicationItem } from 'mock-api/contract';
import { Card, Stack, useProfile, useText, VisuallyHidden } from 'shared-ui';
import { clockTimes, formatList, HospitalText, HospitalWordsNote } from 'shared-ui/details';
import { RadioCards, TextArea } from 'shared-ui/forms';
import { hospitalTexts, Mark as StateMark } from '../../components/record/ItemCard.tsx';
import { words as recordWords } from '../../words-records.ts';
import { isMissingHow, type Mark, mark, WORDS_LENGTH, words } from './check.ts';

const ANSWERS: readonly MedicationAnswer[] = ['take', 'differently', 'not'];

interface Props {
  medication: MedicationItem;
  chosen: Mark | undefined;
  /** Whether to show what is missing. */
  isTried: boolean;
}

/** One medication as it is on record, and whether it is taken. */
export function MedicationRow({ medication, chosen, isTried }: Props) {
  const t = useText(words);
  const { id: profileId, isOwn } = useProfile();
  const { id, name, lang } = medication;
  const labelOf = (answer: MedicationAnswer) => (isOwn ? t(`answer.${answer}`) : t(`theirAnswer.${answer}`));
  const about = <VisuallyHidden> ({name})</VisuallyHidden>;
  const type = (typed: string) => mark(profileId, id, { words: typed });
  return (
    <Card as="li">
      <Stack>
        <RadioCards<MedicationAnswer>
          label={<HospitalText lang={lang}>{name}</HospitalText>}
          hint={<OnRecord medication={medication} />}
          options={ANSWERS.map((value) => ({ value, label: labelOf(value) }))}
          value={chosen?.answer ?? null}
          onChange={(answer) => answer && mark(profileId, id, { answer })}
          error={isTried && !chosen ? t('choose') : undefined}
          required
        />
        {chosen?.answer === 'differently' && (
          <TextArea
            label={
              <>
                {isOwn ? t('how') : t('theirHow')}
                {about}
              </>
            }
            hint={t('howHint')}
            rows={2}
            maxLength={WORDS_LENGTH}
            value={chosen.words}
            onChange={type}
            error={isTried && isMissingHow(chosen) ? t('howMissing') : undefined}
            required
          />
        )}
        {chosen?.answer === 'not' && (
          <TextArea
            label={
              <>
                {t('why')}
                {about}
              </>
            }
            rows={2}
            maxLength={WORDS_LENGTH}
            value={chosen.words}
            onChange={type}
          />
        )}
      </Stack>
    </Card>
  );
}

/** How the record says to take a medication, or that it is not to be taken now. */
function OnRecord({ medication: { state, how, times, lang } }: { medication: MedicationItem }) {
  const t = useText(words);
  const record = useText(recordWords);
  const clock = clockTimes(times);
  const tone = state === 'do-not-take' ? 'danger' : 'warning';
  return (
    <>
      {state !== 'current' && <StateMark tone={tone}>{record(`medications.state.${state}`)}</StateMark>}
      {hospitalTexts(how, lang)}
      {clock.length > 0 && <div>{t('times', { times: formatList(clock) })}</div>}
      <HospitalWordsNote lang={lang} />
    </>
  );
}

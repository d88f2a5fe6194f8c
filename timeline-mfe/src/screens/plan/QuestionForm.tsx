import type { NewRoundsQuestion, RoundsQuestion } from 'mock-api/contract';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { ApiFailure, callPut, useSubmit, useText } from 'shared-ui';
import { createDraft, FormikField, KeepDraft, TextArea, yup } from 'shared-ui/forms';
import { SectionForm } from '../../components/SectionForm.tsx';
import { Choices } from './Choices.tsx';
import { TEXT_LENGTH, words } from './words.ts';

type Values = { id: string; text: string };

/** Drafts by profile and what is asked about, each with the id under which it is stored: a retry stores nothing twice. */
const drafts = createDraft<Record<string, Values>>({});

/** Removes what was typed under a key. */
export async function dropDraft(key: string): Promise<void> {
  const { [key]: _dropped, ...others } = drafts.get();
  await drafts.set(others);
}

export const questionUrl = (profileId: number, id: string) => `v1/profiles/${profileId}/rounds-questions/${id}`;

interface QuestionFormProps {
  profileId: number;
  /** Under which what is typed is kept. */
  draftKey: string;
  /** The question whose words change; none for a new one. */
  question?: RoundsQuestion;
  about?: NewRoundsQuestion['about'];
  suggestions?: readonly string[];
  save: string;
  after?: ReactNode;
  onSaved(id: string): void;
}

/** Form for the words of a question. The input is kept when saving fails and when the user leaves and returns. */
export function QuestionForm(props: QuestionFormProps) {
  const { profileId, draftKey, question, about, suggestions = [], save, after, onSaved } = props;
  const t = useText(words);
  const [initial] = useState<Values>(
    () => drafts.get()[draftKey] ?? { id: question?.id ?? crypto.randomUUID(), text: question?.text ?? '' },
  );
  const schema = useMemo(() => yup.object({ text: yup.string().trim().required(t('questionMissing')) }), [t]);
  const take = useCallback((values: Values) => ({ ...drafts.get(), [draftKey]: values }), [draftKey]);
  const { error, submit } = useSubmit(async ({ id, text }: Values) => {
    await callPut<RoundsQuestion>(questionUrl(profileId, id), { text: text.trim(), ...(about && { about }) });
    await dropDraft(draftKey);
    onSaved(id);
  });
  const failure = (error instanceof ApiFailure && error.kind === 'rejected' && error.message) || t('questionFailed');
  return (
    <SectionForm<Values>
      initialValues={initial}
      validationSchema={schema}
      onSubmit={submit}
      lead={<KeepDraft<Record<string, Values>, Values> draft={drafts} take={take} />}
      check={t('check')}
      failure={error !== null && failure}
      save={save}
      after={after}
    >
      <FormikField name="text">
        {(field) => <TextArea {...field} label={t('question')} maxLength={TEXT_LENGTH} required />}
      </FormikField>
      <Choices label={t('suggestions')} lines={suggestions} />
    </SectionForm>
  );
}

import type { CareRequest, NewRequest } from 'mock-api/contract';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiFailure, call, useProfile, useSubmit, useText } from 'shared-ui';
import { publish } from 'shared-ui/bus';
import { requestPaths } from 'shared-ui/contract';
import { createDraft, FormikField, KeepDraft, RadioCards, TextArea, yup } from 'shared-ui/forms';
import { SectionForm } from '../../components/SectionForm.tsx';
import { words } from '../../words-requests.ts';

type RequestKind = NewRequest['kind'];

/** Sends a question, request or correction. Throws ApiFailure (403: the patient hasn't permitted this supporter). */
const sendRequest = (profileId: number, request: NewRequest) =>
  call<CareRequest>('post', `v1/profiles/${profileId}/requests`, request);

/** Navigation state from the form to the list: the kind of the request that was just sent. */
export interface SentState {
  sent: RequestKind;
}

type Values = {
  kind: RequestKind;
  text: string;
};

/** Drafts by profile and subject, so that one question doesn't overwrite another. */
const drafts = createDraft<Record<string, Values>>({});

/** Maximum text length accepted by the API. */
const TEXT_LENGTH = 2000;

export const REQUEST_KINDS = ['question', 'correction', 'request'] as const satisfies RequestKind[];

interface Props extends Pick<NewRequest, 'kind' | 'about'> {
  profileId: number;
}

/** The request form. The input is kept when sending fails and when the user leaves and returns. */
export function RequestForm({ profileId, kind, about }: Props) {
  const t = useText(words);
  const navigate = useNavigate();
  const { isOwn } = useProfile();
  const key = `${profileId} ${about?.type ?? ''} ${about?.id ?? ''}`;
  const schema = useMemo(() => yup.object({ text: yup.string().trim().required(t('form.missing')) }), [t]);
  const take = useCallback((values: Values) => ({ ...drafts.get(), [key]: values }), [key]);
  const { error, submit } = useSubmit(async (values: Values) => {
    const { id } = await sendRequest(profileId, {
      kind: values.kind,
      text: values.text.trim(),
      ...(about && { about }),
    });
    const { [key]: _sent, ...others } = drafts.get();
    await drafts.set(others);
    // Other screens on the page, also of other remotes, don't have to wait for the stream.
    publish('change@1', { kind: 'request.updated', id, profileId });
    navigate(requestPaths.list(profileId), { replace: true, state: { sent: values.kind } satisfies SentState });
  });
  const failure = (error instanceof ApiFailure && error.kind === 'rejected' && error.message) || t('form.failed');
  return (
    <SectionForm<Values>
      initialValues={{ kind, text: drafts.get()[key]?.text ?? '' }}
      validationSchema={schema}
      onSubmit={submit}
      lead={<KeepDraft<Record<string, Values>, Values> draft={drafts} take={take} />}
      check={t('form.check')}
      failure={error !== null && failure}
      save={t('form.send')}
    >
      <FormikField<RequestKind | null> name="kind">
        {(field) => (
          <RadioCards<RequestKind>
            {...field}
            label={t('form.kind')}
            options={REQUEST_KINDS.map((kind) => ({ value: kind, label: t(`form.${kind}`) }))}
          />
        )}
      </FormikField>
      <FormikField name="text">
        {(field) => (
          <TextArea
            {...field}
            label={t('form.text')}
            hint={isOwn ? t('form.ownHint') : t('form.hint')}
            maxLength={TEXT_LENGTH}
            required
          />
        )}
      </FormikField>
    </SectionForm>
  );
}

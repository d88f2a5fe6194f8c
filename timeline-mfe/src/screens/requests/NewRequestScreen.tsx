import type { CareRequest, NewRequest } from 'mock-api/contract';
import { useCallback, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  ApiFailure,
  call,
  EmptyState,
  ensureRecords,
  PanelScreen,
  Skeleton,
  Stack,
  useEnsureLoaded,
  useProfile,
  useSubmit,
  useText,
} from 'shared-ui';
import { publish } from 'shared-ui/bus';
import { requestPaths } from 'shared-ui/contract';
import { EmergencyNote } from 'shared-ui/details';
import { createDraft, FormikField, KeepDraft, RadioCards, TextArea, yup } from 'shared-ui/forms';
import { SectionForm } from '../../components/SectionForm.tsx';
import { type RequestAbout, subjectIn, useSubjectTitle } from './subject.ts';
import { useRequests, words } from './useRequests.ts';

/** `/profile/:profileId/requests/new`: asks the hospital about the subject named in the URL. */
export default function NewRequestScreen() {
  const t = useText(words);
  const profile = useProfile();
  const requested = requestedSubject(useLocation().search);
  const title = useSubjectTitle(profile.id, requested.about);
  // Users who may not ask learn this before they type. Offline, the form is shown: it keeps what is typed.
  const { state, refusal } = useRequests(profile.id);
  useEnsureLoaded(ensureRecords);
  if (refusal !== null) {
    return (
      <PanelScreen title={t('form.title')}>
        <EmptyState title={t('list.refused')} text={refusal} />
      </PanelScreen>
    );
  }
  return (
    <PanelScreen title={t('form.title')}>
      <Stack $gap={16}>
        <EmergencyNote />
        {title && <strong>{t('item.about', { title })}</strong>}
        {state === 'loading' ? (
          <Skeleton label={t('form.title')} />
        ) : (
          <RequestForm profileId={profile.id} {...requested} />
        )}
      </Stack>
    </PanelScreen>
  );
}

/** Parses the URL's query: the kind (defaults to a question) and the subject. */
function requestedSubject(search: string): Requested {
  const given = new URLSearchParams(search);
  const kind = REQUEST_KINDS.find((known) => known === given.get('kind')) ?? 'question';
  const about = subjectIn(search);
  return about ? { kind, about } : { kind };
}

/** Kinds that this form sends; what a person in a bed needs is asked for on NeedScreen. */
type RequestKind = Extract<NewRequest['kind'], 'question' | 'correction' | 'request'>;

/** @throws ApiFailure with status 403 if the patient hasn't permitted this supporter to ask */
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

const REQUEST_KINDS = ['question', 'correction', 'request'] as const satisfies RequestKind[];

interface Requested {
  kind: RequestKind;
  about?: RequestAbout;
}

interface Props extends Requested {
  profileId: number;
}

/** The request form. The input is kept when sending fails and when the user leaves and returns. */
function RequestForm({ profileId, kind, about }: Props) {
  const t = useText(words);
  const navigate = useNavigate();
  const { isOwn } = useProfile();
  const key = `${profileId} ${about?.type ?? ''} ${about?.id ?? ''}`;
  const schema = useMemo(() => yup.object({ text: yup.string().trim().required(t('form.missing')) }), [t]);
  const take = useCallback((values: Values) => ({ ...drafts.get(), [key]: values }), [key]);
  const tried = useRef({ content: '', id: '' });
  const { error, submit } = useSubmit(async (values: Values) => {
    const request = { kind: values.kind, text: values.text.trim(), ...(about && { about }) };
    const content = JSON.stringify(request);
    // What is sent again may have arrived without its answer, and is stored once.
    if (tried.current.content !== content) tried.current = { content, id: crypto.randomUUID() };
    const { id } = await sendRequest(profileId, { id: tried.current.id, ...request });
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

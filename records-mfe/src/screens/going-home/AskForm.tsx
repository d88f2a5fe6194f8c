import { useCallback } from 'react';
import { ApiFailure, Button, Note, Row, Stack, useProfile, useSubmit, useText } from 'shared-ui';
import { publish } from 'shared-ui/bus';
import { EmergencyNote } from 'shared-ui/details';
import { createDraft, Form, Formik, FormikField, KeepDraft, TextArea, useDraft, yup } from 'shared-ui/forms';
import { askAboutPoint } from '../../api/going-home.ts';
import { words } from '../../words-going-home.ts';
import { type ChecklistPoint, OWN_LENGTH, requestText } from './checklist.ts';

/** What was typed about each point: profile and point -> text. Kept when sending fails and when the user leaves. */
const drafts = createDraft<Record<string, string>>({});

const keyOf = (profileId: number, { point }: ChecklistPoint) => `${profileId} ${point}`;

/** Returns what the user has typed about a point, and not sent. */
export const useTyped = (profileId: number, point: ChecklistPoint): string =>
  useDraft(drafts, (typed) => typed[keyOf(profileId, point)] ?? '');

function forget(key: string): Promise<void> {
  const { [key]: _sent, ...others } = drafts.get();
  return drafts.set(others);
}

interface Props {
  point: ChecklistPoint;
  onSent(): void;
  onCancel(): void;
}

const schema = yup.object({ text: yup.string().max(OWN_LENGTH) });

interface Values {
  text: string;
}

/** Asks the hospital about a point, with the point's text and what the user adds. */
export function AskForm({ point, onSent, onCancel }: Props) {
  const t = useText(words);
  const profile = useProfile();
  const key = keyOf(profile.id, point);
  const typed = useTyped(profile.id, point);
  const take = useCallback(({ text }: Values) => ({ ...drafts.get(), [key]: text }), [key]);
  const { error, submit } = useSubmit(async ({ text }: Values) => {
    const request = await askAboutPoint(profile.id, point.point, requestText(point, text));
    await forget(key);
    // Other screens on the page don't have to wait for the stream.
    publish('change@1', { kind: 'request.updated', id: request.id, profileId: profile.id });
    onSent();
  });
  const cancel = () => {
    void forget(key);
    onCancel();
  };
  return (
    <Formik initialValues={{ text: typed }} validationSchema={schema} onSubmit={submit}>
      {({ isSubmitting }) => (
        <Form noValidate>
          <KeepDraft draft={drafts} take={take} />
          <Stack>
            <FormikField name="text">
              {(field) => <TextArea {...field} label={t('ask.label')} hint={t('ask.hint')} maxLength={OWN_LENGTH} />}
            </FormikField>
            <EmergencyNote />
            {error !== null && (
              <Note tone="error" live="alert">
                {(error instanceof ApiFailure && error.kind === 'rejected' && error.message) || t('ask.failed')}
              </Note>
            )}
            <Row $gap={8}>
              <Button type="submit" compact busy={isSubmitting}>
                {t('ask.send')}
              </Button>
              <Button variant="plain" compact onClick={cancel}>
                {t('ask.cancel')}
              </Button>
            </Row>
          </Stack>
        </Form>
      )}
    </Formik>
  );
}

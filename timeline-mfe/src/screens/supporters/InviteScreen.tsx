import type { SupporterInvite } from 'mock-api/contract';
import { useMemo } from 'react';
import { Navigate } from 'react-router-dom';
import {
  ApiFailure,
  Button,
  inviteSupporter,
  Note,
  PanelScreen,
  paths,
  runtimeConfig,
  Stack,
  signedInUser,
  useGoBack,
  useProfile,
  useStore,
  useSubmit,
  useText,
} from 'shared-ui';
import {
  createDraft,
  Form,
  FormErrors,
  Formik,
  FormikField,
  KeepDraft,
  TextArea,
  TextField,
  useFormikContext,
  usePhoneRule,
} from 'shared-ui/forms';
import { words } from '../../words.ts';
import { inviteSchema, NAME_LENGTH, PHONE_START } from './invite-schema.ts';

/** Invites a supporter by text message. Profile 1 only (docs/product-rules.md#supporters). */
export default function InviteScreen() {
  const t = useText(words);
  const profile = useProfile();
  if (!profile.isOwn) return <Navigate to={paths.profile.supporters(profile.id)} replace />;
  return (
    <PanelScreen title={t('invite.title')}>
      <InviteForm listPath={paths.profile.supporters(profile.id)} />
    </PanelScreen>
  );
}

const draft = createDraft<SupporterInvite>({ name: '', phone: PHONE_START });

/** Invite form: name, mobile number and a preview of the text message. The input is kept when sending fails. */
function InviteForm({ listPath }: { listPath: string }) {
  const t = useText(words);
  const schema = useMemo(() => inviteSchema(t), [t]);
  usePhoneRule();
  const goBack = useGoBack(listPath);
  const { state, error, submit } = useSubmit(async ({ name, phone }: SupporterInvite) => {
    await inviteSupporter({ name: name.trim(), phone: phone.trim() });
    void draft.forget();
  });
  const isSent = state === 'sent';
  return (
    <Formik initialValues={draft.get()} validationSchema={schema} onSubmit={submit}>
      {({ isSubmitting }) => (
        <Form noValidate>
          <KeepDraft draft={draft} />
          <Stack $gap={16}>
            <FormErrors title={t('form.check')} />
            <Fields isSent={isSent} />
            {state === 'failed' && (
              <Note tone="error" live="alert">
                {(error instanceof ApiFailure && error.message) || t('invite.failed')}
              </Note>
            )}
            {isSent && (
              <Note tone="success" live="status" title={t('invite.sent')}>
                <p>{t('invite.sentText')}</p>
                {runtimeConfig().invitedDomains === 'approved' && <p>{t('invite.review')}</p>}
              </Note>
            )}
            {/* A single button, so that it keeps the focus when its label changes. */}
            <Button type={isSent ? 'button' : 'submit'} busy={isSubmitting} onClick={isSent ? goBack : undefined}>
              {isSent ? t('invite.done') : t('invite.submit')}
            </Button>
          </Stack>
        </Form>
      )}
    </Formik>
  );
}

function Fields({ isSent }: { isSent: boolean }) {
  const t = useText(words);
  return (
    <>
      <FormikField name="name">
        {(field) => (
          <TextField
            {...field}
            label={t('invite.name')}
            hint={t('invite.nameHint', { length: NAME_LENGTH })}
            autoComplete="off"
            readOnly={isSent}
            required
          />
        )}
      </FormikField>
      <FormikField name="phone">
        {(field) => (
          <TextField
            {...field}
            type="tel"
            inputMode="tel"
            label={t('invite.phone')}
            autoComplete="off"
            readOnly={isSent}
            required
          />
        )}
      </FormikField>
      {/* Once sent, the confirmation takes its place, so that Done stays on the screen. */}
      {!isSent && <MessagePreview />}
    </>
  );
}

/**
 * The text message exactly as the server sends it, except for the secret part of its link. It can't be edited
 * (docs/product-rules.md#validation).
 */
function MessagePreview() {
  const t = useText(words);
  const { name } = useFormikContext<SupporterInvite>().values;
  const user = useStore(signedInUser);
  const sender = user ? `${user.firstName} ${user.lastName}`.trim() : '';
  const message = t('invite.message', {
    name: name.trim() || '…',
    sender,
    product: runtimeConfig().brand.name,
    link: `${location.origin}/onboarding/invitation/…`,
  });
  return (
    <TextArea
      label={t('invite.preview')}
      hint={t('invite.previewHint')}
      value={message}
      onChange={() => undefined}
      rows={6}
      readOnly
    />
  );
}

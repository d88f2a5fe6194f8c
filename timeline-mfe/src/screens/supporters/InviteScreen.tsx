import type { SupporterInvite, SupporterPermissions } from 'mock-api/contract';
import { useId, useMemo } from 'react';
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
  type Translate,
  useGoBack,
  useProfile,
  useStore,
  useSubmit,
  useText,
} from 'shared-ui';
import { isPlainName } from 'shared-ui/contract';
import {
  createDraft,
  Form,
  FormErrors,
  Formik,
  KeepDraft,
  phoneCanExist,
  TextArea,
  useFormikContext,
  usePhoneRule,
  yup,
} from 'shared-ui/forms';
import { FailureNote, FormTextField } from '../../components/SectionForm.tsx';
import { words } from '../../screen-words.ts';
import { sharingWords } from './SharedAreas.tsx';
import { PermissionSwitches, permissionsOf, SharingPreview } from './Sharing.tsx';

/** Maximum length of a supporter's name (docs/product-rules.md#validation). */
const NAME_LENGTH = 15;

/** Initial value of the phone field (docs/product-rules.md#validation). */
const PHONE_START = '+1 ';

/** Example of a valid number, used in the message about an invalid one. */
const PHONE_EXAMPLE = '+1 416 555 0101';

/** +1, then 3, 3 and 4 digits with an optional dash, dot or space between them. */
const PHONE = /^\+1[-. ]?\d{3}[-. ]?\d{3}[-. ]?\d{4}$/;

/** Treats the untouched initial value as empty. */
const withoutStart = (phone: string) => (phone.trim() === PHONE_START.trim() ? '' : phone);

type Key = 'invite.required' | 'invite.nameTooLong' | 'invite.nameLink' | 'invite.phoneRequired' | 'invite.phoneFormat';

/** Schema of the invite form (docs/product-rules.md#validation). */
export const inviteSchema = (t: Translate<Key>) =>
  yup.object({
    name: yup
      .string()
      .trim()
      .required(t('invite.required'))
      .max(NAME_LENGTH, t('invite.nameTooLong'))
      .test('plain', t('invite.nameLink'), (name = '') => isPlainName(name)),
    phone: yup
      .string()
      .trim()
      .transform(withoutStart)
      .required(t('invite.phoneRequired'))
      .matches(PHONE, { message: t('invite.phoneFormat', { phone: PHONE_EXAMPLE }), excludeEmptyString: true })
      .test(
        'exists',
        t('invite.phoneFormat', { phone: PHONE_EXAMPLE }),
        async (phone = '') => !PHONE.test(phone) || phoneCanExist(phone),
      ),
  });

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

type Values = Pick<SupporterInvite, 'name' | 'phone'> & SupporterPermissions;

/** All permissions are on at first (docs/product-rules.md#supporters). */
const draft = createDraft<Values>({
  name: '',
  phone: PHONE_START,
  statusUpdates: true,
  medicalRecords: true,
  diagnosticResults: true,
  carePlans: true,
  feedback: true,
});

/**
 * Invite form: name, mobile number, what the supporter may see, and a preview of the text message. The input is kept
 * when sending fails.
 */
function InviteForm({ listPath }: { listPath: string }) {
  const t = useText(words);
  const tSharing = useText(sharingWords);
  const schema = useMemo(() => inviteSchema(t), [t]);
  usePhoneRule();
  const goBack = useGoBack(listPath);
  const { state, error, submit } = useSubmit(async (values: Values) => {
    const { name, phone } = values;
    await inviteSupporter({ name: name.trim(), phone: phone.trim(), permissions: permissionsOf(values) });
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
            <InviteFields isSent={isSent} />
            {state === 'failed' && (
              <FailureNote>{(error instanceof ApiFailure && error.message) || t('invite.failed')}</FailureNote>
            )}
            {isSent && (
              <Note tone="success" live="status" title={t('invite.sent')}>
                <p>{t('invite.sentText')}</p>
                <p>{tSharing('later')}</p>
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

function InviteFields({ isSent }: { isSent: boolean }) {
  const t = useText(words);
  return (
    <>
      <FormTextField
        name="name"
        label={t('invite.name')}
        hint={t('invite.nameHint', { length: NAME_LENGTH })}
        autoComplete="off"
        readOnly={isSent}
        required
      />
      <FormTextField
        name="phone"
        type="tel"
        inputMode="tel"
        label={t('invite.phone')}
        autoComplete="off"
        readOnly={isSent}
        required
      />
      {/* Once sent, the confirmation takes their place, so that Done stays on the screen. */}
      {!isSent && <Choice />}
      {!isSent && <MessagePreview />}
    </>
  );
}

/** What the supporter may see once they follow the stay, and a preview of it. */
function Choice() {
  const t = useText(sharingWords);
  const title = useId();
  const { name } = useFormikContext<Values>().values;
  return (
    <Stack as="section" $gap={16} aria-labelledby={title}>
      <h2 id={title}>{t('question')}</h2>
      <PermissionSwitches name={name} />
      <SharingPreview name={name} />
    </Stack>
  );
}

/**
 * The text message exactly as the server sends it, except for the secret part of its link. It can't be edited
 * (docs/product-rules.md#validation).
 */
function MessagePreview() {
  const t = useText(words);
  const { name } = useFormikContext<Values>().values;
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

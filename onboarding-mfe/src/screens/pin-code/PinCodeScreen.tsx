import type { Me } from 'mock-api/contract';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import {
  Actions,
  ApiFailure,
  Button,
  LinkButton,
  Note,
  Page,
  paths,
  runtimeConfig,
  STATUS_EXPIRED,
  Stack,
  upgradeSession,
  useLoad,
  useSubmit,
  useText,
} from 'shared-ui';
import { Form, Formik } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { sendPin, verifyPin } from '../../api/sign-in.ts';
import { CodeField, codeSchema, NO_CODE, ResendButton } from '../../components/fields/one-time-code.tsx';
import { PendingInvitation } from '../../components/PendingInvitation.tsx';
import { SupportContacts } from '../../components/screen-parts.tsx';
import { FailureNote, withSessionCheck } from '../../session/failure.tsx';
import { acceptPendingInvitation } from '../../session/invitation.ts';
import { SignedIn } from '../../session/SignedIn.tsx';
import { words } from '../../words.ts';

/** Number of digits in a PIN (docs/product-rules.md#pin). */
const pinDigits = () => runtimeConfig().pinDigits ?? 4;
const SCHEMAS = { 4: codeSchema(4), 6: codeSchema(6) };

const Aside = styled.div`
  margin-block-start: var(--space-5);

  a {
    display: inline-block;
    min-block-size: 24px;
    color: var(--brand);
    font-weight: 640;
  }
`;

/** Takes up space only while it has content. */
const ResentStatus = styled.div`
  &:not(:empty) {
    margin-block-end: var(--space-4);
  }
`;

type Delivery = { state: 'sending' | 'sent' | 'resending' | 'resent' } | { state: 'failed'; error: unknown };

const FIRST = { loading: 'sending', ready: 'sent' } as const;
const AGAIN = { sending: 'resending', sent: 'resent' } as const;

/**
 * Sends a PIN when the screen opens (never for a user without a number), and again on request. The server remembers
 * whether one was already sent to this session, because a reload and a second tab count, too.
 */
function usePinDelivery(hasPhone: boolean) {
  const first = useLoad(async () => {
    if (hasPhone) await sendPin(true);
  }, [hasPhone]);
  const again = useSubmit(() => sendPin());
  return { delivery: deliveryOf(first, again), resend: again.submit };
}

function deliveryOf(first: ReturnType<typeof useLoad>, again: ReturnType<typeof useSubmit>): Delivery {
  if (again.state === 'failed') return { state: 'failed', error: again.error };
  if (again.state !== 'idle') return { state: AGAIN[again.state] };
  return first.state === 'failed' ? { state: 'failed', error: first.error } : { state: FIRST[first.state] };
}

/** Returns whether the PIN was checked and is wrong. */
const isWrongPin = (error: unknown) => error instanceof ApiFailure && error.code === 'PIN_WRONG';

/** Verifies a PIN. The right one makes the session full and continues to patient-complete. */
function usePinCheck() {
  const navigate = useNavigate();
  const { submit, error, reset } = useSubmit(async (pin: string) => {
    upgradeSession(await withSessionCheck(verifyPin(pin)));
    await acceptPendingInvitation();
    navigate(paths.onboarding.patientComplete, { replace: true });
  });
  return { check: submit, error, clearError: reset };
}

/** `/onboarding/pin-code`: the code from the text message. */
export default function PinCodeScreen() {
  return (
    <SignedIn level="narrow">
      {(me) => (me.statusId === STATUS_EXPIRED ? <Navigate to={paths.expired} replace /> : <Pin me={me} />)}
    </SignedIn>
  );
}

function Pin({ me }: { me: Me }) {
  const t = useText(words);
  const { delivery, resend } = usePinDelivery(me.maskedPhone !== '');
  const { check, error, clearError } = usePinCheck();
  const digits = pinDigits();
  const schema = SCHEMAS[digits];
  const sendAgain = () => {
    clearError();
    return resend();
  };
  return (
    <Page title={t('pin.title')} intro={me.maskedPhone === '' && <NoPhone />} focusHeading={false}>
      <Formik initialValues={NO_CODE} validationSchema={schema} onSubmit={({ code }) => check(code)}>
        {({ values, isSubmitting }) => (
          <Form noValidate>
            <ResentStatus role="status">
              {delivery.state === 'resent' && <Note tone="success">{t('pin.resent')}</Note>}
            </ResentStatus>
            <Stack $gap={16}>
              <PendingInvitation />
              {delivery.state === 'failed' && (
                <FailureNote error={delivery.error} tone="warning" title={t('pin.notSent', { digits })} />
              )}
              <CodeField
                label={t('pin.label', { digits })}
                hint={<Sent phone={me.maskedPhone} delivery={delivery} />}
                count={digits}
                error={error}
              />
              {error !== null && <PinError name={me.firstName} error={error} />}
            </Stack>
            <Actions>
              <Button type="submit" disabled={!schema.isValidSync(values)} busy={isSubmitting}>
                {t('pin.submit')}
              </Button>
              {me.maskedPhone !== '' && (
                <ResendButton busy={delivery.state === 'resending'} onResend={sendAgain}>
                  {t('pin.resend')}
                </ResendButton>
              )}
              <LinkButton to={paths.onboarding.choice} variant="plain">
                {t('pin.otherWay')}
              </LinkButton>
            </Actions>
            {me.maskedPhone !== '' && <NewNumber me={me} />}
          </Form>
        )}
      </Formik>
    </Page>
  );
}

/** Link to change the number, for users who can't read texts sent to this one, or to the new one that waits. */
function NewNumber({ me }: { me: Me }) {
  const t = useText(words);
  const isWaiting = me.scope === 'narrow' && me.phoneChange !== undefined;
  const hasNoEmail = me.scope === 'narrow' && me.hasNoEmail === true;
  return (
    <Aside>
      <Note>
        {isWaiting ? t('pin.waiting') : t('pin.notYours')}{' '}
        <Link to={isWaiting || hasNoEmail ? paths.onboarding.enterNewMobile : paths.onboarding.enterEmail}>
          {isWaiting ? t('pin.howToConfirm') : t('pin.newMobile')}
        </Link>
      </Note>
    </Aside>
  );
}

/** Explains that no code can be sent, and whom to contact. */
function NoPhone() {
  const t = useText(words);
  return (
    <>
      <p>{t('pin.noPhone')}</p>
      <SupportContacts />
    </>
  );
}

/** Says where the code was sent: the hint of the field, which screen readers announce when it takes the focus. */
function Sent({ phone: masked, delivery }: { phone: string; delivery: Delivery }) {
  const t = useText(words);
  // Keeps the number on one line.
  const phone = masked.replaceAll(' ', '\u00a0');
  if (phone === '' || delivery.state === 'failed') return null;
  const isSending = delivery.state === 'sending' || delivery.state === 'resending';
  return <p>{t(isSending ? 'pin.sending' : 'pin.sent', { phone, digits: pinDigits() })}</p>;
}

function PinError({ name, error }: { name: string; error: unknown }) {
  const t = useText(words);
  if (!isWrongPin(error)) return <FailureNote error={error} tone="warning" />;
  return (
    <Note tone="error" live="alert" title={t('pin.wrongTitle', { name })}>
      {t('pin.wrong')}
    </Note>
  );
}

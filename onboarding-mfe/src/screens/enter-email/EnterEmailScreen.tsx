import { useMemo } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { LinkButton, Page, paths, useText } from 'shared-ui';
import { createDraft, yup } from 'shared-ui/forms';
import { confirmEmail } from '../../api/sign-in.ts';
import { EmailForm } from '../../components/EmailForm.tsx';
import { withSessionCheck } from '../../session/failure.tsx';
import { SignedIn } from '../../session/SignedIn.tsx';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';

const draft = createDraft({ email: '' });

/**
 * `/onboarding/enter-email`: the email step before a new mobile number. The server decides whether the email matches.
 * Accounts without an email skip it.
 */
export default function EnterEmailScreen() {
  return (
    <SignedIn level="narrow">
      {(me) =>
        me.scope === 'narrow' && me.hasNoEmail ? (
          <Navigate to={paths.onboarding.enterNewMobile} replace />
        ) : (
          <EnterEmail />
        )
      }
    </SignedIn>
  );
}

function EnterEmail() {
  const t = useText(words);
  const tCommon = useText(common);
  const navigate = useNavigate();
  const schema = useMemo(
    () => yup.object({ email: yup.string().trim().required(tCommon('form.emailRequired')) }),
    [tCommon],
  );
  const send = async (email: string) => {
    await withSessionCheck(confirmEmail(email));
    navigate(paths.onboarding.enterNewMobile);
  };
  return (
    <Page title={t('newMobile.emailTitle')} intro={t('newMobile.emailIntro')}>
      <EmailForm draft={draft} schema={schema} send={send} refusal={t('newMobile.emailFailed')} autoComplete="email">
        <LinkButton to={paths.onboarding.pinCode} variant="plain">
          {tCommon('cancel')}
        </LinkButton>
      </EmailForm>
    </Page>
  );
}

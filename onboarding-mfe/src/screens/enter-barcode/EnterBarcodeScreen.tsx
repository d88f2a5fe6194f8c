import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { LinkButton, openSession, Page, paths, type Translate, useSubmit, useText } from 'shared-ui';
import { usePrefetchAnimations } from 'shared-ui/animation';
import { createDraft, yup } from 'shared-ui/forms';
import { signInWithCode } from '../../api/sign-in.ts';
import { FormTextField } from '../../components/fields/text.tsx';
import { ScanSuccess } from '../../components/ScanSuccess.tsx';
import { ScreenForm } from '../../components/ScreenForm.tsx';
import { SubmitError } from '../../components/SubmitError.tsx';
import { words } from '../../words.ts';

/** Returns the barcode as it is sent: without spaces, in capitals. */
const asCode = (typed: string) => typed.replace(/\s/g, '').toUpperCase();

/** Requires a value. The server decides whether it is a wristband code. */
const barcodeSchema = (t: Translate<'form.barcodeRequired'>) =>
  yup.object({ barcode: yup.string().trim().required(t('form.barcodeRequired')) });

const draft = createDraft({ barcode: '' });

/** `/onboarding/enter-barcode`: manual entry of the wristband code, then the success animation, then the PIN. */
export default function EnterBarcodeScreen() {
  const navigate = useNavigate();
  const [isSignedIn, setIsSignedIn] = useState(false);
  usePrefetchAnimations();
  const openPinCode = useCallback(() => navigate(paths.onboarding.pinCode, { replace: true }), [navigate]);
  return isSignedIn ? <ScanSuccess onDone={openPinCode} /> : <BarcodeForm onSignedIn={() => setIsSignedIn(true)} />;
}

function BarcodeForm({ onSignedIn }: { onSignedIn(): void }) {
  const t = useText(words);
  const schema = useMemo(() => barcodeSchema(t), [t]);
  const { error, submit } = useSubmit(async ({ barcode }: { barcode: string }) => {
    openSession(await signInWithCode(asCode(barcode)));
    onSignedIn();
  });
  return (
    <Page title={t('barcode.title')} intro={t('barcode.intro')}>
      <ScreenForm
        initialValues={draft.get()}
        schema={schema}
        onSubmit={submit}
        draft={draft}
        submitLabel={t('barcode.submit')}
        links={
          <LinkButton to={paths.onboarding.qrcode} variant="plain">
            {t('cancel')}
          </LinkButton>
        }
      >
        <FormTextField
          name="barcode"
          label={t('barcode.label')}
          hint={t('barcode.hint')}
          required
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          enterKeyHint="go"
          spellCheck={false}
          dir="ltr"
        />
        {error !== null && <SubmitError error={error} refusal={t('barcode.failed')} />}
      </ScreenForm>
    </Page>
  );
}

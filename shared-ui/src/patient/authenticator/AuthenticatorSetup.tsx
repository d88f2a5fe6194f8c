import { Form, Formik } from 'formik';
import Printer from 'lucide-react/icons/printer';
import type { RecoveryCodes, AuthenticatorSetup as Setup } from 'mock-api/contract';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useSubmit } from '../../platform/calls/useSubmit.ts';
import { call } from '../../platform/http/client.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import { defineCatalogue, useText } from '../../platform/i18n/i18n.ts';
import { Actions, Button, Note, Stack } from '../../ui/components/index.ts';
import { FormikField, yup } from '../../ui/forms/formik.tsx';
import { PinInput } from '../../ui/forms/TextField.tsx';
import en from './locales/en.json';

const words = defineCatalogue('shared-ui/patient/authenticator', en, (tag) => import(`./locales/${tag}.json`));

const OWN = 'v1/authenticator';

/** Black on white in the dark theme, too: apps don't read light codes on dark. */
const Code = styled.svg`
  inline-size: min(14rem, 100%);
  padding: var(--space-3);
  border-radius: var(--radius-m);
  background: #fff;
`;

const Key = styled.code`
  overflow-wrap: anywhere;
  font-size: 1.125rem;
  letter-spacing: 0.05em;
`;

const Codes = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr));
  gap: var(--space-2);
  font-family: ui-monospace, monospace;
  font-size: 1.125rem;
`;

function Picture({ modules }: Pick<Setup, 'modules'>) {
  const t = useText(words);
  const dark = modules.flatMap((row, y) => [...row.matchAll(/1+/g)].map(({ 0: run, index: x }) => [x, y, run.length]));
  return (
    <Code viewBox={`0 0 ${modules.length} ${modules.length}`} role="img" aria-label={t('picture')}>
      <path
        d={dark.map(([x, y, length]) => `M${x} ${y}h${length}v1h-${length}z`).join('')}
        shapeRendering="crispEdges"
      />
    </Code>
  );
}

const DIGITS = 6;
const schema = yup.object({
  code: yup
    .string()
    .required()
    .matches(/^\d{6}$/),
});

export interface AuthenticatorSetupProps {
  /** What `startAuthenticator` or `renewRecoveryCodes` resolved with. */
  setup: Setup | RecoveryCodes;
  /** Runs when the person has stored the recovery codes. */
  onDone(): void;
}

/**
 * Sets up an authenticator app: the code that it scans, its first code, then the recovery codes. A narrow session of
 * staff is full as soon as the first code was right. With new recovery codes only, shows those.
 */
export default function AuthenticatorSetup({ setup, onDone }: AuthenticatorSetupProps) {
  const [codes, setCodes] = useState<readonly string[] | undefined>('codes' in setup ? setup.codes : undefined);
  if (codes) return <RecoveryCodeList codes={codes} onDone={onDone} />;
  return 'codes' in setup ? null : <FirstCode setup={setup} onConfirmed={setCodes} />;
}

function FirstCode({ setup, onConfirmed }: { setup: Setup; onConfirmed(codes: readonly string[]): void }) {
  const t = useText(words);
  const { error, submit } = useSubmit(async ({ code }: { code: string }) => {
    onConfirmed((await call<RecoveryCodes>('post', `${OWN}/confirm`, { code })).codes);
  });
  return (
    <Formik initialValues={{ code: '' }} validationSchema={schema} onSubmit={submit}>
      {({ isSubmitting, values }) => (
        <Form noValidate>
          <Stack $gap={16}>
            <p>{t('scan')}</p>
            <Picture modules={setup.modules} />
            <p>
              {t('typed')} <Key>{setup.secret.match(/.{1,4}/g)?.join(' ')}</Key>
            </p>
            <FormikField name="code">
              {({ error: _incomplete, ...field }) => (
                <PinInput {...field} label={t('label')} hint={t('hint')} count={DIGITS} />
              )}
            </FormikField>
            {error !== null && (
              <Note tone="error" live="alert">
                {(error instanceof ApiFailure && error.message) || t('failed')}
              </Note>
            )}
          </Stack>
          <Actions>
            <Button type="submit" disabled={!schema.isValidSync(values)} busy={isSubmitting}>
              {t('confirm')}
            </Button>
          </Actions>
        </Form>
      )}
    </Formik>
  );
}

/** Recovery codes, shown once. */
function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const t = useText(words);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Stack $gap={16}>
      <h2 ref={title} tabIndex={-1}>
        {t('codes')}
      </h2>
      <p>{t('codesText')}</p>
      <Codes translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      <Actions>
        <Button variant="ghost" icon={<Printer />} onClick={() => window.print()}>
          {t('print')}
        </Button>
        <Button onClick={onDone}>{t('stored')}</Button>
      </Actions>
    </Stack>
  );
}

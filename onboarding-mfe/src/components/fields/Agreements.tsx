import { Link } from 'react-router-dom';
import { paths, Row, runtimeConfig, useText } from 'shared-ui';
import { CheckboxField, useFormikField, yup } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { words } from '../../words-account.ts';

/** Agreements required before the product is used: the Privacy Policy with the Terms, and in the demo's trial the NDA. */
export interface Agreed {
  nda: boolean;
  terms: boolean;
}

export const NOTHING_AGREED: Agreed = { nda: false, terms: false };

/** Requires every box that is shown. It has no messages: one message covers both, or the button stays disabled. */
export const AGREED_SCHEMA = yup.object({
  nda: yup.boolean().test((agreed) => agreed === true || !runtimeConfig().demo),
  terms: yup.boolean().oneOf([true]),
});

/** Keeps the documents close to their checkbox. */
const Documents = styled(Row)`
  row-gap: 0;
  margin-block: -14px var(--space-2);
`;

const DocumentLink = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-block-size: var(--target);
  color: var(--brand);
  font-weight: 620;
  overflow-wrap: anywhere;
  hyphens: auto;
`;

/** Returns a checkbox without its error: the form reports once what is missing. */
function useBox(name: keyof Agreed) {
  const { error: _missing, ...field } = useFormikField<boolean>(name);
  return field;
}

/** The required checkboxes, each with links to its documents. Must be inside a Formik form of `Agreed`. */
export function Agreements() {
  const t = useText(words);
  return (
    <div>
      {runtimeConfig().demo && <Nda />}
      <CheckboxField
        {...useBox('terms')}
        label={t('agreements.terms')}
        hint={
          <Documents $gap={20}>
            <DocumentLink to={paths.onboarding.privacy}>{t('agreements.privacyRead')}</DocumentLink>
            <DocumentLink to={paths.onboarding.terms}>{t('agreements.termsRead')}</DocumentLink>
          </Documents>
        }
        required
      />
    </div>
  );
}

function Nda() {
  const t = useText(words);
  return (
    <CheckboxField
      {...useBox('nda')}
      label={t('agreements.nda')}
      hint={
        <Documents>
          <DocumentLink to={paths.onboarding.ndaLegal}>{t('agreements.ndaRead')}</DocumentLink>
        </Documents>
      }
      required
    />
  );
}

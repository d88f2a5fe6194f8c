import { Link } from 'react-router-dom';
import { paths, Row, useText } from 'shared-ui';
import { CheckboxField } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { words } from '../../words-account.ts';
import type { Agreed } from './agreed.ts';

/** The documents stand close to the box that speaks of them. */
const Documents = styled(Row)`
  row-gap: 0;
  margin-block: -14px var(--space-2);
`;

const Read = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-block-size: var(--target);
  color: var(--brand);
  font-weight: 620;
`;

/** Ids of the two boxes. */
export const AGREEMENT_IDS = { nda: 'agree-nda', terms: 'agree-terms' } as const;

interface Props {
  value: Agreed;
  onChange(value: Agreed): void;
}

/** The two boxes that have to be ticked, each with the documents that it speaks of. */
export function Agreements({ value, onChange }: Props) {
  const t = useText(words);
  return (
    <>
      <CheckboxField
        id={AGREEMENT_IDS.nda}
        label={t('agreements.nda')}
        value={value.nda}
        onChange={(nda) => onChange({ ...value, nda })}
        hint={
          <Documents>
            <Read to={paths.onboarding.ndaLegal}>{t('agreements.ndaRead')}</Read>
          </Documents>
        }
        required
      />
      <CheckboxField
        id={AGREEMENT_IDS.terms}
        label={t('agreements.terms')}
        value={value.terms}
        onChange={(terms) => onChange({ ...value, terms })}
        hint={
          <Documents $gap={20}>
            <Read to={paths.onboarding.privacy}>{t('agreements.privacyRead')}</Read>
            <Read to={paths.onboarding.terms}>{t('agreements.termsRead')}</Read>
          </Documents>
        }
        required
      />
    </>
  );
}

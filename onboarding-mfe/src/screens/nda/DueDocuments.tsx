import type { AgreementDue } from 'mock-api/contract';
import { Note, useText } from 'shared-ui';
import { words } from '../../words-account.ts';

const NAMED = ['nda', 'privacy', 'terms'] as const;

/** The documents, with versions, that the signed-in user still has to agree to, and what is recorded about it. */
export function DueDocuments({ due }: { due: AgreementDue[] }) {
  const t = useText(words);
  const nameOf = (document: string) => {
    const known = NAMED.find((name) => name === document);
    return known ? t(`nda.documents.${known}`) : document;
  };
  return (
    <Note title={t('nda.due')}>
      <ul>
        {due.map(({ document, version }) => (
          <li key={document}>{t('nda.version', { document: nameOf(document), version })}</li>
        ))}
      </ul>
      <p>{t('nda.kept')}</p>
    </Note>
  );
}

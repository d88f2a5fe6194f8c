import ChevronDown from 'lucide-react/icons/chevron-down';
import Globe from 'lucide-react/icons/globe';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { isLanguage, LANGUAGES, type Language } from '../../contract/languages/languages.ts';
import { useLanguage, useText } from '../../platform/i18n/i18n.ts';
import { isMachineTranslated, offeredLanguages } from '../../platform/runtime.ts';
import { VisuallyHidden } from '../../ui/components/index.ts';
import { words } from '../../words.ts';
import { changeLanguageNeeds, signedInUser } from '../session/session.ts';
import { store } from '../store.ts';
import { changeLanguage, changeSettings } from './settings-actions.ts';

const Frame = styled.div`
  position: relative;
  color: var(--brand);

  svg {
    position: absolute;
    inset-block-start: calc(50% - 11px);
    inset-inline-start: var(--space-3);
    inline-size: 22px;
    block-size: 22px;
    pointer-events: none;
  }
  svg:last-child {
    inset-inline: auto var(--space-3);
  }
`;

const Select = styled.select`
  appearance: none;
  inline-size: 100%;
  min-block-size: 48px;
  padding: 8px 48px;
  border: 2px solid var(--brand);
  border-radius: var(--radius-m);
  background: transparent;
  color: inherit;
  font: 640 var(--text-m) / var(--line-tight) var(--font);

  option {
    background: var(--surface);
    color: var(--ink);
  }
`;

/* The doubled selector keeps it small on the night sky. */
const Small = styled.p`
  && {
    margin-block-start: var(--space-2);
    font-size: var(--text-s);
  }
`;

/** The note that a computer translated the texts, for languages of which nobody has checked them yet. */
export function MachineNote() {
  const t = useText(words);
  return isMachineTranslated(useLanguage()) ? <Small>{t('language.machine')}</Small> : null;
}

/** Changes the language, on this phone and in the account of someone who has signed in: messages follow the account. */
async function chooseLanguage(language: Language): Promise<void> {
  if (!(await changeLanguage(language))) return;
  const onError = (error: unknown) => console.info('The language was not stored in the account', error);
  if (signedInUser(store.getState())) await changeLanguageNeeds({ language }).catch(onError);
  changeSettings({ isLanguageChosen: true });
}

interface LastChoice {
  /** The language while it is being fetched. */
  coming?: Language;
  hasFailed: boolean;
}

/** Returns what changes the language, the last one chosen while it is being fetched, and whether fetching it failed. */
export function useLanguageChange() {
  const [{ coming, hasFailed }, setChoice] = useState<LastChoice>({ hasFailed: false });
  const change = (language: Language) => {
    setChoice({ coming: language, hasFailed: false });
    const end = (failed: boolean) => setChoice((last) => (last.coming === language ? { hasFailed: failed } : last));
    chooseLanguage(language).then(
      () => end(false),
      () => end(true),
    );
  };
  return { change, coming, hasFailed };
}

/** Says that the language could not be changed, as it is announced to screen readers. */
export function LanguageFailure({ hasFailed }: { hasFailed: boolean }) {
  const t = useText(words);
  return hasFailed && <Small role="alert">{t('language.failed')}</Small>;
}

/** The choice of a language, each in its own letters, in the device's own picker. Nothing where there is only one. */
export function LanguageChoice() {
  const t = useText(words);
  const id = useId();
  const language = useLanguage();
  const { change, coming, hasFailed } = useLanguageChange();
  const offered = offeredLanguages();
  if (offered.length < 2) return null;
  return (
    <div>
      <VisuallyHidden as="label" htmlFor={id}>
        {t('language.label')}
      </VisuallyHidden>
      <Frame>
        <Globe aria-hidden />
        <Select
          id={id}
          value={coming ?? language}
          aria-busy={coming !== undefined}
          onChange={({ target }) => isLanguage(target.value) && change(target.value)}
        >
          {offered.map((tag) => (
            <option key={tag} value={tag} lang={LANGUAGES[tag].tag} dir={LANGUAGES[tag].direction}>
              {LANGUAGES[tag].name}
            </option>
          ))}
        </Select>
        <ChevronDown aria-hidden />
      </Frame>
      <MachineNote />
      <LanguageFailure hasFailed={hasFailed} />
    </div>
  );
}

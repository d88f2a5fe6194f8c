import { createContext, Fragment, type KeyboardEvent, type ReactNode, useContext, useId, useState } from 'react';
import { type Locale, useLoad, useLocale } from 'shared-ui';
import { HospitalText } from 'shared-ui/details';
import { LANGUAGES, type Language, useLanguage } from 'shared-ui/languages';
import { styled } from 'styled-components';
import type { Glossary, Meanings, Term } from './match.ts';

const GlossaryContext = createContext<Glossary | undefined>(undefined);

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'MODULE_NOT_FOUND';

/** Fetches what terms mean in a language; English and French, and languages without a file, have nothing to add. */
async function loadMeanings(language: Language): Promise<Meanings> {
  if (language === 'en' || language === 'fr') return {};
  try {
    // By this name, phones store the file in the person's language for offline use (shared-ui/src/contract/host.ts).
    const file: { default: Meanings } = await import(
      /* webpackChunkName: "meanings-[request]" */ `./meanings/${language}.json`
    );
    return file.default;
  } catch (error) {
    if (isMissing(error)) return {};
    throw error;
  }
}

async function loadGlossary(reader: Language): Promise<Glossary> {
  const [{ Glossary: Loaded }, { default: entries }, meanings] = await Promise.all([
    import('./match.ts'),
    import('./glossary.json'),
    loadMeanings(reader),
  ]);
  return new Loaded(entries, reader, meanings);
}

const glossaries = new Map<Language, Promise<Glossary>>();

function glossaryFor(reader: Language): Promise<Glossary> {
  const known = glossaries.get(reader);
  if (known) return known;
  const loading = loadGlossary(reader);
  glossaries.set(reader, loading);
  loading.catch(() => glossaries.delete(reader));
  return loading;
}

/** Explains medical words in the texts below. It is loaded with the first report; texts don't wait for it. */
export function GlossaryProvider({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { value } = useLoad(() => glossaryFor(language), [language]);
  return <GlossaryContext value={value}>{children}</GlossaryContext>;
}

/** Returns the glossary; undefined outside a provider and until it is loaded. */
export const useGlossary = () => useContext(GlossaryContext);

/** Keeps the larger target of a word below the words beside it. */
const Root = styled.span`
  isolation: isolate;
`;

const Word = styled.button`
  display: inline;
  position: relative;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-align: start;
  text-decoration: underline dotted;
  text-decoration-thickness: 2px;
  text-underline-offset: 0.2em;
  cursor: help;

  /* The target is larger than the word, without moving the lines apart. */
  &::after {
    content: '';
    position: absolute;
    inset-block: min(0px, calc((100% - var(--target)) / 2));
    inset-inline: min(0px, calc((100% - var(--target)) / 2));
  }
  > span {
    position: relative;
    z-index: 1;
  }
  &[aria-expanded='true'] {
    text-decoration-style: solid;
  }
`;

const Meaning = styled.span`
  display: block;
  flex-basis: 100%;
  margin-block: 6px;
  padding: var(--space-2) var(--space-3);
  border-inline-start: 3px solid var(--brand);
  border-radius: var(--radius-s);
  background: var(--sunken);
  color: var(--ink);
  font-weight: 400;
  font-size: var(--text-m);
  line-height: 1.5;
  white-space: normal;
`;

/** Returns the language whose forms a text in the language `lang` uses: the reader's, if it is not known. */
export const formsLanguage = (lang: string | null, reader: Locale): Locale => {
  const [language] = lang?.toLowerCase().split('-') ?? [];
  return language === 'en' || language === 'fr' ? language : reader;
};

/** Languages of an item's texts that are in the hospital's words, by the text's name. */
type Languages = Partial<Record<string, string>> | undefined;

/** Returns the language of the hospital's words in a result or care plan, which is one for all; null if it has none. */
export const languageAmong = (...parts: Languages[]): string | null =>
  parts.flatMap((languages) => Object.values(languages ?? {}))[0] ?? null;

interface PiecesProps {
  pieces: readonly (string | Term)[];
  /** Language of the text, null if it is the reader's. */
  lang: string | null;
  /** Renders the text and, apart from it, the open meaning; default: the meaning follows its word. */
  children?: ((text: ReactNode, meaning: ReactNode) => ReactNode) | undefined;
}

/** A text whose terms are buttons that show what they mean, one at a time; Escape closes it, the focus stays. */
export function Pieces({ pieces, lang, children }: PiecesProps) {
  const id = useId();
  const [open, setOpen] = useState<number | null>(null);
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || open === null) return;
    event.stopPropagation();
    setOpen(null);
  };
  const opened = open === null ? undefined : pieces[open];
  const language = typeof opened === 'object' ? LANGUAGES[opened.meaning.language] : undefined;
  const meaning = typeof opened === 'object' && (
    <Meaning id={id} role="note" lang={language?.tag} dir={language?.direction}>
      {opened.meaning.text}
    </Meaning>
  );
  const text = (
    <HospitalText lang={lang}>
      <Root>
        {pieces.map((piece, index) => (
          <Fragment key={index}>
            {typeof piece === 'string' ? (
              piece
            ) : (
              <Word
                type="button"
                aria-expanded={open === index}
                aria-controls={open === index ? id : undefined}
                onClick={() => setOpen(open === index ? null : index)}
                onKeyDown={close}
              >
                <span>{piece.word}</span>
              </Word>
            )}
            {open === index && !children && meaning}
          </Fragment>
        ))}
      </Root>
    </HospitalText>
  );
  return children ? children(text, meaning) : text;
}

interface GlossaryTextProps extends Pick<PiecesProps, 'lang' | 'children'> {
  text: string;
}

/** A text of the hospital, its medical words explained where there is a glossary. */
export function GlossaryText({ text, lang, children }: GlossaryTextProps) {
  const glossary = useGlossary();
  const language = formsLanguage(lang, useLocale());
  return (
    <Pieces pieces={glossary?.piecesOf(text, language) ?? [text]} lang={lang}>
      {children}
    </Pieces>
  );
}

import { Fragment, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { LANGUAGE_TAG, type Locale, useLocale } from 'shared-ui';
import { HospitalText } from 'shared-ui/details';
import { styled } from 'styled-components';
import { useGlossary } from './GlossaryProvider.tsx';
import type { Term } from './match.ts';

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

interface PiecesProps {
  pieces: readonly (string | Term)[];
  /** Language of the text, null if it is the reader's. */
  lang: string | null;
  /** Renders the text and, apart from it, the open meaning; default: the meaning follows its word. */
  children?: ((text: ReactNode, meaning: ReactNode) => ReactNode) | undefined;
}

/** A text whose terms are buttons that show what they mean, one at a time; Escape closes it, the focus stays. */
export function Pieces({ pieces, lang, children }: PiecesProps) {
  const locale = useLocale();
  const id = useId();
  const [open, setOpen] = useState<number | null>(null);
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || open === null) return;
    event.stopPropagation();
    setOpen(null);
  };
  const opened = open === null ? undefined : pieces[open];
  const meaning = typeof opened === 'object' && (
    <Meaning id={id} role="note" lang={LANGUAGE_TAG[locale]}>
      {opened.entry[locale].meaning}
    </Meaning>
  );
  const text = (
    <HospitalText lang={lang}>
      <Root>
        {pieces.map((piece, place) => (
          <Fragment key={place}>
            {typeof piece === 'string' ? (
              piece
            ) : (
              <Word
                type="button"
                aria-expanded={open === place}
                aria-controls={open === place ? id : undefined}
                onClick={() => setOpen(open === place ? null : place)}
                onKeyDown={close}
              >
                <span>{piece.word}</span>
              </Word>
            )}
            {open === place && !children && meaning}
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

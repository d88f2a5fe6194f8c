import { LANGUAGES, type Language } from 'shared-ui/contract/languages';
import { styled } from 'styled-components';

/** A text of the product, with its line breaks. */
export const Said = styled.p`
  overflow-wrap: anywhere;
  white-space: pre-wrap;
`;

/* Its own direction: a name in Latin letters must not move the words beside it. */
const Filled = styled.span`
  padding-inline: var(--space-1);
  border: 1px solid var(--field-line);
  border-radius: var(--radius-s);
  font-size: 0.9em;
  unicode-bidi: isolate;
`;

/** What the app fills in: `{{time}}` in pages, `{time}` in the server's texts. */
const PLACEHOLDER = /(\{\{\w+\}\}|\{\w+\})/;

/** A text of the product in its language. What the app fills in is framed, without its braces. */
export function ShownText({ language, text }: { language: Language; text: string }) {
  const parts = text.split(PLACEHOLDER).map((part, place) => ({ part, place }));
  const { tag, direction } = LANGUAGES[language];
  return (
    <Said lang={tag} dir={direction}>
      {parts.map(({ part, place }) =>
        PLACEHOLDER.test(part) ? <Filled key={place}>{part.replaceAll(/[{}]/g, '')}</Filled> : part,
      )}
    </Said>
  );
}

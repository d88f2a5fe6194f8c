import { styled } from 'styled-components';

const List = styled.dl`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: var(--space-1) var(--space-4);

  dt {
    color: var(--ink-soft);
  }
  dd {
    margin: 0;
    font-weight: 560;
  }
`;

export interface Fact {
  term: string;
  text: string;
}

/** Names and values side by side. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <List>
      {facts.map(({ term, text }) => (
        <FactLine key={term} term={term} text={text} />
      ))}
    </List>
  );
}

function FactLine({ term, text }: Fact) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </>
  );
}

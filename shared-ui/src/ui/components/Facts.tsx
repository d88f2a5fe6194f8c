import { styled } from 'styled-components';

const List = styled.dl`
  display: grid;

  dt {
    color: var(--ink-soft);
  }

  &[data-variant='lines'] {
    grid-template-columns: auto minmax(0, 1fr);
    gap: var(--space-1) var(--space-4);

    > div {
      display: contents;
    }
    dd {
      font-weight: 560;
    }
  }

  &[data-variant='columns'] {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr));
    gap: var(--space-2) var(--space-4);

    dt {
      font-size: var(--text-s);
    }
    dd {
      overflow-wrap: anywhere;
    }
  }
`;

interface FactsProps {
  facts: readonly (readonly [name: string, value: string])[];
  /** `lines`: each value beside its name. `columns`: each value below its name, in as many columns as fit. */
  variant: 'lines' | 'columns';
}

/** A list of names and values. */
export function Facts({ facts, variant }: FactsProps) {
  return (
    <List data-variant={variant}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}

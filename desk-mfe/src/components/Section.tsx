import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { LinkButton, Stack, staffPaths, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../words.ts';

const Frame = styled(Stack)`
  min-inline-size: 0;
  padding: var(--space-4);
  border-radius: var(--radius-m);
  background: var(--surface);
  box-shadow: var(--shadow-1);

  > h2 {
    font-size: var(--text-l);
  }
`;

/** Card with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Frame as="section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </Frame>
  );
}

/** An entry of a list that is not a table. */
export const EntryFrame = styled(Stack)`
  padding: var(--space-4);

  h2 {
    font-size: var(--text-l);
    overflow-wrap: anywhere;
  }
  h3 {
    font-size: var(--text-m);
  }
`;

/** List of names, each with what belongs to it at the end of the line. */
export const RuledList = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;

  > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--space-2) var(--space-3);
    padding-block: var(--space-2);
    overflow-wrap: anywhere;
  }
  > li + li {
    border-block-start: 1px solid var(--line-color);
  }
`;

/** Link on a line of its own, as high as a touch target. */
export const TargetLink = styled(Link)`
  display: inline-flex;
  align-items: center;
  align-self: start;
  min-block-size: var(--target);
  overflow-wrap: anywhere;
`;

/** Next to a screen's heading: leads back to the list of patients. */
export function BackToPatients() {
  const t = useText(words);
  return (
    <LinkButton variant="ghost" compact icon={<ArrowLeft />} to={staffPaths.patients}>
      {t('patient.back')}
    </LinkButton>
  );
}

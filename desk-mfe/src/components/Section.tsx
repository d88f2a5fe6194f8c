import type { DeskPatientDetails } from 'mock-api/contract';
import { type ReactNode, useId } from 'react';
import { Stack } from 'shared-ui';
import { styled } from 'styled-components';

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

/** Props of a section of the patient's page. */
export interface PatientSectionProps {
  patient: DeskPatientDetails;
  /** Called after a change with a confirmation message. */
  onDone(message: string): void;
}

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

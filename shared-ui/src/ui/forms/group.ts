import { styled } from 'styled-components';

/** Fieldset for a question with several radio buttons, without the browser's own border. */
export const Question = styled.fieldset`
  display: flex;
  flex-direction: column;
  gap: var(--space-2);
  min-inline-size: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

export const Legend = styled.legend`
  margin-block-end: var(--space-2);
  padding: 0;
  font-size: var(--text-l);
  font-weight: 640;
  line-height: 1.3;
`;

import { Card } from 'shared-ui';
import { styled } from 'styled-components';

/** A line in a settings list: an icon, a description and actions. */
export const SettingsLine = styled(Card)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-3);

  > div {
    flex: 1 1 10rem;
    min-inline-size: 0;
  }
`;

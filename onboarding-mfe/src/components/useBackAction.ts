import { useNavigate } from 'react-router-dom';
import { type HeaderAction, useText } from 'shared-ui';
import { words } from '../words.ts';

/**
 * Returns the back arrow of a screen. It leads to a fixed route because users reach screens by several routes and by
 * links.
 */
export function useBackAction(to: string): HeaderAction {
  const t = useText(words);
  const navigate = useNavigate();
  return { label: t('back'), onPress: () => navigate(to) };
}

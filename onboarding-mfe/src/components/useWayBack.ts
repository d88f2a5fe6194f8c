import { useNavigate } from 'react-router-dom';
import { type HeaderAction, useText } from 'shared-ui';
import { words } from '../words.ts';

/** The back arrow of a screen, leading to a fixed route: people arrive here in several ways, also by a link. */
export function useWayBack(to: string): HeaderAction {
  const t = useText(words);
  const navigate = useNavigate();
  return { label: t('back'), onPress: () => navigate(to) };
}

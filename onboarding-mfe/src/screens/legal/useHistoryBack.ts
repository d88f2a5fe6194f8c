import { useLocation, useNavigate } from 'react-router-dom';
import { type HeaderAction, paths, useText } from 'shared-ui';
import { words } from '../../words-legal.ts';

/** The router's key for the first history entry of a visit. */
const FIRST_ENTRY = 'default';

/**
 * Returns the back arrow of a document. It leads to the previous screen (a checkbox, a half-filled form, another
 * document), or to the welcome screen if the document was opened by its address.
 */
export function useHistoryBack(): HeaderAction {
  const t = useText(words);
  const navigate = useNavigate();
  const { key } = useLocation();
  const onPress = () => (key === FIRST_ENTRY ? navigate(paths.onboarding.welcome) : navigate(-1));
  return { label: t('back'), onPress };
}

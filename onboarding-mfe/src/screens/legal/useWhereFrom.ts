import { useLocation, useNavigate } from 'react-router-dom';
import { type HeaderAction, paths, useText } from 'shared-ui';
import { words } from '../../words-legal.ts';

/** The router's key of the entry that a visit began with. */
const FIRST_ENTRY = 'default';

/**
 * The back arrow of a document, leading to where the person came from: a checkbox, a form half filled in, another
 * document. Who opened the document by its address goes to the welcome screen.
 */
export function useWhereFrom(): HeaderAction {
  const t = useText(words);
  const navigate = useNavigate();
  const { key } = useLocation();
  const onPress = () => (key === FIRST_ENTRY ? navigate(paths.onboarding.welcome) : navigate(-1));
  return { label: t('back'), onPress };
}

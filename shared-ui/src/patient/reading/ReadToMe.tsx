import { styled } from 'styled-components';
import { onDemandOptional } from '../../ui/components/on-demand.tsx';

const Place = styled.div`
  min-block-size: var(--target);
`;

// Some browsers collect their voices only when first asked. Asked this early, they know them when a screen opens.
const hasVoices = () => (globalThis.speechSynthesis?.getVoices().length ?? 0) > 0;
hasVoices();

/**
 * A button that reads its parent's other texts aloud with the phone's own voice, and stops. Renders nothing without a
 * voice of the reader's language.
 */
export const ReadToMe = onDemandOptional(() => import('./Reader.tsx'), {
  fallback: <Waiting />,
  onError: (error) => console.warn('Reading aloud could not be loaded', error),
});

/** Keeps the button's place free, so that nothing moves when it comes. */
function Waiting() {
  return hasVoices() && <Place />;
}

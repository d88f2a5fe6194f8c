import type { Media } from 'mock-api/contract';
import { onDemand } from 'shared-ui';

// Loaded on demand: few results have files that their screen doesn't show by itself.
const ResultDocuments = onDemand(() => import('../../components/document/ResultDocuments.tsx'));

/** Files that came with a result, each opened by a press; the first at once if it `isAll` that came. */
export function ResultFiles({ media, isAll = false }: { media: Media[]; isAll?: boolean }) {
  return media.length > 0 && <ResultDocuments media={media} isAll={isAll} />;
}

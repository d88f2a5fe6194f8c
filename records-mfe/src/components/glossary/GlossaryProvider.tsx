import { createContext, type ReactNode, useContext } from 'react';
import { useLoad } from 'shared-ui';
import type { Glossary } from './match.ts';

const GlossaryContext = createContext<Glossary | undefined>(undefined);

async function loadGlossary(): Promise<Glossary> {
  const [{ Glossary: Loaded }, { default: entries }] = await Promise.all([
    import('./match.ts'),
    import('./glossary.json'),
  ]);
  return new Loaded(entries);
}

let glossary: Promise<Glossary> | undefined;

/** Explains medical words in the texts below. It is loaded with the first report; texts don't wait for it. */
export function GlossaryProvider({ children }: { children: ReactNode }) {
  const { value } = useLoad(() => {
    glossary ??= loadGlossary().catch((error) => {
      glossary = undefined;
      throw error;
    });
    return glossary;
  }, []);
  return <GlossaryContext value={value}>{children}</GlossaryContext>;
}

/** Returns the glossary; undefined outside a provider and until it is loaded. */
export const useGlossary = () => useContext(GlossaryContext);

import type { Registry, RemoteManifest } from 'shared-ui/contract';
import type { Offer } from '../manifest.ts';

/** A version of the shell that pages run in. */
export interface ShellFacts {
  version: string;
  /** Pages that are open, and a shell that is rolled back, still have the previous one. */
  which: 'active' | 'previous' | 'packed';
  /** Shared package -> what it offers of it; nothing at all where its build did not say so. */
  shared: Record<string, Offer>;
}

/** What the gate has to know of the product that a remote would join. */
export interface HostFacts {
  shells: ShellFacts[];
  /** What is published there; undefined where no gateway and no deploy root was asked. */
  published: PublishedFacts | undefined;
}

export interface PublishedFacts {
  registry: Registry;
  /** The manifests of the versions in the registry. */
  manifests: RemoteManifest[];
  /** Versions whose manifests could not be read, as `name@version`. */
  unread: string[];
}

/** How messages name a shell. */
export const shellName = ({ version, which }: ShellFacts): string =>
  which === 'packed' ? `the platform that these tools came with (shared-ui ${version})` : `shell ${version} (${which})`;

/** Whether a shell's build says what it offers: earlier ones did not. */
export const tells = ({ shared }: ShellFacts): boolean => Object.keys(shared).length > 0;

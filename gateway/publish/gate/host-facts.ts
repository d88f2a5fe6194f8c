import type { Registry, RemoteManifest } from 'shared-ui/contract';
import type { Offer } from '../../registry/manifest.ts';

/** A version of the shell that pages may run in. */
export interface ShellFacts {
  version: string;
  /** Open pages, and pages after a rollback of the shell, run the previous one. */
  which: 'active' | 'previous' | 'packed';
  /** Shared package -> what the shell offers of it; empty if its build didn't record that. */
  shared: Record<string, Offer>;
}

/** What the gate knows about the deployment that a remote would join. */
export interface HostFacts {
  shells: ShellFacts[];
  /** Published versions; undefined when neither a gateway nor a deploy root was consulted. */
  published: PublishedFacts | undefined;
}

export interface PublishedFacts {
  registry: Registry;
  /** Manifests of the versions in the registry. */
  manifests: RemoteManifest[];
  /** Versions whose manifests could not be read, as `name@version`. */
  unread: string[];
}

/** Returns a shell's name for messages. */
export const shellName = ({ version, which }: ShellFacts): string =>
  which === 'packed' ? `the platform that these tools came with (shared-ui ${version})` : `shell ${version} (${which})`;

/** Returns whether a shell's build recorded what it offers; early builds didn't. */
export const listsSharedPackages = ({ shared }: ShellFacts): boolean => Object.keys(shared).length > 0;

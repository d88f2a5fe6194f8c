import { join } from 'node:path';
import { exists, moveFolder } from 'server-kit/disk';
import { PlainError } from 'server-kit/plain-error';
import type { Registry } from 'shared-ui/contract';
import { type NewAct, type OperatorAct, recordAct } from '../history.ts';
import { changeRegistry, publishedFolder } from '../registry.ts';

/** The complete files of a version, in a folder that is moved. */
export interface StagedVersion {
  name: string;
  version: string;
  folder: string;
}

/** What to store: a changed registry, or the same one with the missing files of a version. */
interface StoreChange {
  registry: Registry;
  /** Its line in the history; absent for development builds. */
  act?: NewAct;
  /** The version that comes with it, unless that is stored already. */
  version?: StagedVersion;
}

/** Returns the change to make; undefined if nothing changes. @throws to refuse it */
export type StoreWork = (before: Registry) => Promise<StoreChange | undefined>;

export interface StoreLog {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Holds what a deployment publishes: its registry, its history and the files of its versions. */
export interface Store {
  /** The folder that the gateway serves; it holds everything, also while the rest of the store is unreachable. */
  readonly root: string;
  /** Brings the folder up to date. @throws PlainError if the store is unreachable */
  refresh(): Promise<void>;
  /** Makes one change at a time: a kill at any moment leaves the old or the new state. */
  change(work: StoreWork): Promise<{ changed: boolean; registry: Registry }>;
  /** Adds a line to the history that concerns no change of the registry. */
  record(act: NewAct | Omit<OperatorAct, 'at'>): Promise<void>;
  /** Keeps the folder up to date until the store is closed. Resolves after the first attempt, within seconds. */
  follow(log: StoreLog): Promise<void>;
  /** Resolves when the folder holds everything that was announced: pages of other gateways may name it already. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** The file that marks a folder as the copy of a database. */
export const databaseMark = (root: string): string => join(root, '.copy-of-database');

/** Keeps everything in one folder: for a single gateway, or several on one machine. */
export class FolderStore implements Store {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  async refresh(): Promise<void> {}

  change(work: StoreWork): Promise<{ changed: boolean; registry: Registry }> {
    return changeRegistry(this.root, async (before) => {
      if (await exists(databaseMark(this.root))) {
        throw new PlainError(
          `${this.root} is a gateway's copy of a database: set GATEWAY_DATABASE_URL to publish, or delete ${databaseMark(this.root)} to use the folder alone.`,
        );
      }
      const done = await work(before);
      if (done === undefined) return before;
      const { registry, act, version } = done;
      // Each step leaves a valid state. Of two lines with one revision, the later one happened.
      if (version) await moveFolder(version.folder, publishedFolder(this.root, version.name, version.version));
      if (act) await recordAct(this.root, act);
      return registry;
    });
  }

  record(act: NewAct | Omit<OperatorAct, 'at'>): Promise<void> {
    return recordAct(this.root, act);
  }

  async follow(): Promise<void> {}

  async settled(): Promise<void> {}

  async close(): Promise<void> {}
}

export const asStore = (at: Store | string): Store => (typeof at === 'string' ? new FolderStore(at) : at);

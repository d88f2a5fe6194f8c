import { reasonOf } from 'server-kit/plain-error';
import type { Registry } from 'shared-ui/contract';
import type { StaticFile } from '../http/respond.ts';
import { refuseTakenRoutes } from '../registry/claims.ts';
import { remoteIn } from '../registry/registry.ts';
import { PUBLIC_KEY, readTeams, type Teams } from '../trust/teams.ts';
import { OverrideRefused } from './refusal.ts';
import { type TestVersion, TestVersions } from './test-version.ts';
import { fileSourceOf, type Override, readToken, unlistedTeam } from './token.ts';

interface OverrideSettings {
  deployRoot: string;
  /** The file of the teams' public keys. */
  teamsFile: string;
  /** Origin at which people reach this gateway. */
  publicUrl: string;
  /** Whether builds under development on this machine may be signed with any key. */
  acceptsLocalKeys: boolean;
}

/** Maximum number of keys that developers on this machine use at a time. */
const MAX_LOCAL_KEYS = 20;

/** The links to test versions that this gateway accepts. */
export class Overrides {
  readonly #settings: OverrideSettings;
  readonly #versions: TestVersions;
  /** Keys of developers on this machine: only for links to builds under development, and until this process ends. */
  readonly #localTeams = new Map<string, Teams>();

  constructor(settings: OverrideSettings) {
    this.#settings = settings;
    this.#versions = new TestVersions(settings.deployRoot);
  }

  /** Returns a token's contents, verified with the current keys. Throws OverrideRefused. */
  async read(token: string): Promise<Override> {
    const { teamsFile, publicUrl } = this.#settings;
    const expected = { gateway: publicUrl, now: Date.now() };
    const teams = await readTeams(teamsFile);
    for (const local of this.#localTeams.values()) {
      const override = tokenIfValid(token, { ...expected, teams: local });
      if (override?.kind === 'dev') return override;
    }
    return readToken(token, { ...expected, teams });
  }

  /** Accepts the key of a developer on this machine, for links to builds of the remote that the token names. */
  acceptLocalKey(token: string, publicKey: string): void {
    if (!this.#settings.acceptsLocalKeys || !PUBLIC_KEY.pattern.test(publicKey)) return;
    const team = unlistedTeam(token, publicKey);
    this.#localTeams.set(JSON.stringify(team), team);
    const [oldest] = this.#localTeams.keys();
    if (this.#localTeams.size > MAX_LOCAL_KEYS && oldest !== undefined) this.#localTeams.delete(oldest);
  }

  /** Returns the version that a token gives to a browser, checked against the registry. Throws OverrideRefused. */
  async testVersion(token: string, registry: Registry): Promise<TestVersion> {
    const test = await this.#versions.get(await this.read(token));
    refuseConflicting(registry, test);
    return test;
  }

  /**
   * Stores the submitted manifest of a token. If this gateway forwards the version's files, it fetches the manifest
   * itself instead. Throws OverrideRefused.
   */
  async storeManifest(token: string, manifest: string): Promise<void> {
    const override = await this.read(token);
    if (fileSourceOf(override) === 'passed on') await this.#versions.get(override);
    else await this.#versions.store(override, manifest);
  }

  /** Returns a file of a test version, if this gateway forwards it. Throws PlainError when it can't be fetched. */
  file(test: TestVersion, path: string): Promise<StaticFile | undefined> {
    return this.#versions.file(test, path);
  }
}

function tokenIfValid(token: string, expected: Parameters<typeof readToken>[1]): Override | undefined {
  try {
    return readToken(token, expected);
  } catch {
    return undefined;
  }
}

/** Throws OverrideRefused for a version that was revoked, or that claims another remote's paths. */
function refuseConflicting(registry: Registry, { override: { name }, build, published }: TestVersion): void {
  if (remoteIn(registry, name)?.revoked?.includes(build)) {
    throw new OverrideRefused('NOT_ALLOWED', `${name} ${build} was revoked`);
  }
  try {
    refuseTakenRoutes(registry, name, build, published.routes);
  } catch (thrown) {
    throw new OverrideRefused('NOT_ALLOWED', reasonOf(thrown));
  }
}

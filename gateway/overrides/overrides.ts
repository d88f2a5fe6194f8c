import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { integrityOf } from 'server-kit/disk';
import { isHttps } from 'server-kit/http';
import { PlainError, reasonOf } from 'server-kit/plain-error';
import type { PublishedVersion, Registry, RemoteManifest } from 'shared-ui/contract';
import type { StaticFile } from '../http/respond.ts';
import { refuseTakenRoutes } from '../registry/claims.ts';
import type { Deployment } from '../registry/deployment.ts';
import { describedVersion } from '../registry/described-version.ts';
import { Mirror, OtherContentError } from '../registry/files/external.ts';
import { parseRemoteManifest, REMOTE_MANIFEST } from '../registry/manifest.ts';
import { type Preview, readPreviews } from '../registry/previews.ts';
import { emptyRegistry, publishedFolder, remoteIn } from '../registry/registry.ts';
import { PUBLIC_KEY, readTeams, type Teams } from '../trust/teams.ts';
import { checkSignatures } from '../trust/version-trust.ts';
import { overrideTokenOf, remember } from './browser.ts';
import { OverrideError } from './refusal.ts';
import {
  fileSourceOf,
  isOnOneMachine,
  LONGEST_MINUTES,
  type Override,
  readToken,
  type TestVersion,
  unlistedTeam,
} from './token.ts';

interface OverrideSettings {
  deployRoot: string;
  /** The file of the teams' public keys. */
  teamsFile: string;
  /** Origin at which people reach this gateway. */
  publicUrl: string;
  /** Whether builds under development on this machine may be signed with any key. */
  acceptsLocalKeys: boolean;
}

/** A remote's file, identified by its URL. */
interface FileRequest {
  name: string;
  version: string;
  path: string;
}

/** Number of keys that developers on this machine use at a time. */
const MAX_LOCAL_KEYS = 20;
/** Separates the version of a build from the id of its link. */
const TEST_MARK = '-override.';

const tokenIn = (request: FastifyRequest) => overrideTokenOf(request.headers.cookie, isHttps(request)) ?? '';

/**
 * The test versions that signed links give to single browsers. The gateway needs a version's manifest for its routes and
 * its policy; it keeps manifests, and the files that it forwards, by their hashes for as long as a link may be valid.
 */
export class Overrides {
  readonly #settings: OverrideSettings;
  readonly #deployment: Deployment;
  readonly #copies: string;
  readonly #mirror: Mirror;
  /** A link's complete contents -> its version. */
  readonly #known = new Map<string, TestVersion>();
  /** Keys of developers on this machine: only for links to builds under development, and until this process ends. */
  readonly #localTeams = new Map<string, Teams>();

  constructor(settings: OverrideSettings, deployment: Deployment) {
    this.#settings = settings;
    this.#deployment = deployment;
    this.#copies = join(settings.deployRoot, '.overrides');
    this.#mirror = new Mirror(this.#copies);
  }

  /** Returns the version that a token gives to a browser. @throws OverrideError if the gateway doesn't accept it */
  async admit(token: string): Promise<TestVersion> {
    const deployed = await this.#deployment.current();
    if (deployed === undefined) throw new OverrideError('UNREACHABLE', 'nothing is published');
    const test = await this.#versionFor(await this.#read(token));
    refuseConflicting(deployed.registry, test);
    return test;
  }

  /** Returns the test version of a request's cookie; undefined if it no longer gives one. */
  async ofRequest(request: FastifyRequest): Promise<TestVersion | undefined> {
    const token = tokenIn(request);
    if (token === '') return undefined;
    try {
      return await this.admit(token);
    } catch (thrown) {
      request.log.info({ reason: reasonOf(thrown) }, 'override not applied');
      return undefined;
    }
  }

  /** Returns whether a browser has a test version of a remote, or of any, whose sources it may then read. */
  async isTesting(request: FastifyRequest, name?: string): Promise<boolean> {
    const test = await this.ofRequest(request);
    return test !== undefined && (name === undefined || test.override.name === name);
  }

  /**
   * Returns a file of the browser's test version that this gateway forwards. @throws PlainError when it can't be fetched
   */
  async file(request: FastifyRequest, { name, version, path }: FileRequest): Promise<StaticFile | undefined> {
    const test = version.includes(TEST_MARK) ? await this.ofRequest(request) : undefined;
    if (test?.override.name !== name || test.version !== version) return undefined;
    remember(request, test);
    const { url: manifest, integrity } = test.override;
    if (test.fileSource !== 'passed on') return undefined;
    return this.#mirror.file({ name, version: test.build, published: { manifest, integrity } }, path);
  }

  /** Accepts the key of a developer on this machine, for links to builds of the remote that the token names. */
  acceptLocalKey(token: string, publicKey: string): void {
    if (!this.#settings.acceptsLocalKeys || !PUBLIC_KEY.pattern.test(publicKey)) return;
    const team = unlistedTeam(token, publicKey);
    this.#localTeams.set(JSON.stringify(team), team);
    const [oldest] = this.#localTeams.keys();
    if (this.#localTeams.size > MAX_LOCAL_KEYS && oldest !== undefined) this.#localTeams.delete(oldest);
  }

  /**
   * Stores the submitted manifest of a token. If this gateway forwards the version's files, it fetches the manifest
   * itself instead. @throws OverrideError
   */
  async storeManifest(token: string, manifest: string): Promise<void> {
    const override = await this.#read(token);
    if (fileSourceOf(override) === 'passed on') await this.#versionFor(override);
    else await this.#keep(override, () => this.#mirror.add(override.url, override.integrity, Buffer.from(manifest)));
  }

  /** Returns a token's contents, verified with the current keys. @throws OverrideError */
  async #read(token: string): Promise<Override> {
    const { teamsFile, publicUrl } = this.#settings;
    const expected = { gateway: publicUrl, now: Date.now() };
    for (const teams of this.#localTeams.values()) {
      try {
        const override = readToken(token, { ...expected, teams });
        if (override.kind === 'dev') return override;
      } catch {
        // Another developer's, or a listed team's.
      }
    }
    return readToken(token, { ...expected, teams: await readTeams(teamsFile) });
  }

  #versionFor(override: Override): Promise<TestVersion> {
    if (override.kind === 'preview') return this.#previewFor(override);
    const known = this.#known.get(JSON.stringify(override));
    if (known !== undefined) return Promise.resolve(known);
    return this.#keep(override, () => this.#mirror.manifest(override.url, override.integrity));
  }

  /** Returns the latest build of a pull request. @throws OverrideError after its preview has ended */
  async #previewFor(override: Override): Promise<TestVersion> {
    const { deployRoot, teamsFile } = this.#settings;
    const preview = (await readPreviews(deployRoot, override.name)).find(({ id }) => id === override.preview);
    if (preview === undefined) throw new OverrideError('EXPIRED', 'the preview has ended');
    return previewed(deployRoot, override, preview, await readTeams(teamsFile)).catch((thrown: unknown) => {
      throw new OverrideError('NOT_ALLOWED', reasonOf(thrown));
    });
  }

  /** @throws OverrideError when the manifest can't be fetched, is invalid, or differs from the signed one */
  async #keep(override: Override, readManifest: () => Promise<string>): Promise<TestVersion> {
    await this.#removeOld();
    const text = await readManifest().catch((thrown: unknown) => {
      const code = thrown instanceof OtherContentError ? 'OTHER_CONTENT' : 'UNREACHABLE';
      throw new OverrideError(code, reasonOf(thrown));
    });
    const test = await testVersion(override, text).catch((thrown: unknown) => {
      throw new OverrideError('NOT_ALLOWED', reasonOf(thrown));
    });
    this.#known.set(JSON.stringify(override), test);
    return test;
  }

  async #removeOld(): Promise<void> {
    const now = Date.now();
    for (const [link, { override }] of this.#known) if (override.until * 1000 < now) this.#known.delete(link);
    await mkdir(this.#copies, { recursive: true });
    for (const name of await readdir(this.#copies)) {
      const path = join(this.#copies, name);
      const written = (await stat(path).catch(() => undefined))?.mtimeMs ?? now;
      if (now - written > LONGEST_MINUTES * 60_000) await rm(path, { recursive: true, force: true });
    }
  }
}

/** @throws OverrideError for a version that was revoked, or that claims another remote's paths */
function refuseConflicting(registry: Registry, { override: { name }, build, published }: TestVersion): void {
  if (remoteIn(registry, name)?.revoked?.includes(build)) {
    throw new OverrideError('NOT_ALLOWED', `${name} ${build} was revoked`);
  }
  try {
    refuseTakenRoutes(registry, name, build, published.routes);
  } catch (thrown) {
    throw new OverrideError('NOT_ALLOWED', reasonOf(thrown));
  }
}

/** Returns a preview as the gateway stores it. @throws PlainError unless it is complete, and as its team has signed it */
async function previewed(
  root: string,
  override: Override,
  { version: build, until, integrity, signature }: Preview,
  teams: Teams,
): Promise<TestVersion> {
  const { name, id } = override;
  const file = join(publishedFolder(root, name, build), REMOTE_MANIFEST);
  const bytes = await readFile(file);
  if (integrityOf(bytes) !== integrity) throw new PlainError(`${file} is not what was sent`);
  const described = await describedVersion(parseRemoteManifest(bytes.toString(), file), integrity);
  const trust = signature === undefined ? ('sandboxed' as const) : ('trusted' as const);
  const published: PublishedVersion = { ...described, trust, ...(signature && { signature }) };
  const remotes = { [name]: { active: build, versions: { [build]: published } } };
  checkSignatures({ ...emptyRegistry(), remotes }, teams, file);
  return {
    override: { ...override, until: Math.min(override.until, until) },
    build,
    version: `${build}${TEST_MARK}${id}`,
    published,
    fileSource: 'here',
    scriptSources: [],
    isInPlace: false,
  };
}

async function testVersion(override: Override, text: string): Promise<TestVersion> {
  const { name, url, integrity, id, trust = 'trusted' } = override;
  const manifest = parseRemoteManifest(text, url);
  if (manifest.name !== name) throw new Error(`${url} is of ${manifest.name}, not of ${name}`);
  const build = manifest.version;
  const version = `${build}${TEST_MARK}${id}`;
  const fileSource = fileSourceOf(override);
  const addresses = {
    'from the browser': url,
    here: new URL(url).pathname,
    'passed on': `/remotes/${name}/${version}/${REMOTE_MANIFEST}`,
  };
  const described = await describedVersion(manifest, integrity);
  const published: PublishedVersion = { ...described, manifest: addresses[fileSource], trust };
  const isFromBrowser = fileSource === 'from the browser';
  const scriptSources = isFromBrowser ? scriptSourcesOf(override, manifest) : [];
  const isInPlace = isFromBrowser && (trust === 'sandboxed' || isOnOneMachine(override));
  return { override, build, version, published, fileSource, scriptSources, isInPlace };
}

/**
 * Returns the script sources of a version whose files only the browser reaches: the scripts of this build by their
 * hashes. If the gateway is on the developer's machine, later builds may run too; the loader checks their hashes. A
 * sandboxed version runs in no page.
 */
function scriptSourcesOf(override: Override, { files }: RemoteManifest): string[] {
  if (override.trust === 'sandboxed') return [];
  if (isOnOneMachine(override)) return [new URL(override.url).origin];
  return Object.entries(files).flatMap(([path, hash]) => (/\.m?js$/.test(path) ? [`'${hash}'`] : []));
}

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beginDevelopment } from 'gateway/dev/development';
import { isLoopbackHost } from 'gateway/http/config';
import { linkTo, readMinutes, submitManifest } from 'gateway/overrides/command';
import { REMOTE_MANIFEST } from 'gateway/registry/manifest';
import { publishedFolder } from 'gateway/registry/registry';
import { keyAtGateway } from 'gateway/team-requests/client';
import { keyForBuild, type SigningKey } from 'gateway/trust/signing-key';
import { readAddress } from 'server-kit/command-line';
import { dataRoot } from 'server-kit/paths';
import { PlainError, reasonOf } from 'server-kit/plain-error';
import type { RunTimeError } from 'shared-ui/contract';
import { developFor } from '../develop.ts';
import type { Builder } from '../package-builder.ts';
import { BuildServer } from './build-server.ts';

/** Default validity of a link in minutes: a working day. */
const DEV_MINUTES = 8 * 60;

/** Command-line options for developing a remote inside a shell that runs elsewhere. */
export const REMOTE_SHELL_OPTIONS = {
  shell: { type: 'string' },
  minutes: { type: 'string' },
  key: { type: 'string' },
} as const;

/** Values of these options: the shell's address, the minutes that the link is valid, and the key file. */
interface RemoteShellInput {
  shell: string;
  minutes?: string | undefined;
  key?: string | undefined;
}

/** The remote to develop. */
type Developed = Pick<RemoteShellOptions, 'env' | 'name' | 'folder' | 'dependsOn' | 'builder' | 'isSandboxed'>;

/** Develops a remote inside a shell that runs elsewhere, until the process is stopped. Throws PlainError. */
export async function runInRemoteShell(developed: Developed, input: RemoteShellInput): Promise<void> {
  const { env, name, folder } = developed;
  const shell = readAddress(input.shell, '--shell');
  const minutes = readMinutes(input.minutes, DEV_MINUTES);
  const { origin, hostname } = new URL(shell);
  // A demo on this machine accepts its keys without a list; elsewhere the operator has added the team's key.
  const isHere = isLoopbackHost(hostname);
  const key = isHere ? await keyForBuild(env, name, input.key) : await keyAtGateway(env, origin, name, input.key);
  const print = (text: string) => console.log(text);
  const developing = await developInRemoteShell({ ...developed, shell, minutes, key, print });
  const stop = () => void developing.end().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  const link = await developing.link.catch(async (thrown: unknown) => {
    await developing.end();
    throw thrown;
  });
  const testers = isHere
    ? ''
    : '  After sign-in, only testers keep it: the operator runs npm run accounts -- make-tester EMAIL\n';
  print(
    `\n  ${name} from ${basename(folder)} shows at ${origin} in the browser on this machine that opens\n\n${link}\n\n${testers}  Changes show there by themselves. Ctrl-C ends it.\n`,
  );
}

/** Where a demo of the shell runs by default on a developer's machine. */
const LOCAL_SHELL = 'http://localhost:4300';
const RESPONSE_TIMEOUT_MS = 2_000;

/** Returns the address of the shell: the given one, else that of the demo on this machine. Throws PlainError. */
export async function shellOrLocal(shell: string | undefined): Promise<string> {
  if (shell !== undefined) return shell;
  const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
  const answer = await fetch(`${LOCAL_SHELL}/livez`, { signal }).catch(() => undefined);
  if (answer?.ok) return LOCAL_SHELL;
  throw new PlainError(`There is no shell to show the remote in. Either
  - start the demo in another terminal, with npx lodestar-shell, and run dev again (it looks at ${LOCAL_SHELL}), or
  - name a shell: npm run dev -- --shell https://lodestar.example.org`);
}

interface RemoteShellOptions {
  env: NodeJS.ProcessEnv;
  name: string;
  /** The package's folder. */
  folder: string;
  /** Folders outside the package whose sources its build reads. */
  dependsOn: string[];
  /** Builds the package; by default with the platform's preset. */
  builder?: Builder;
  /** Whether the builds run in a separate frame, like those of a sandboxed version. */
  isSandboxed?: boolean;
  /** Public address of the shell's gateway. */
  shell: string;
  /** Validity of the link, in minutes. */
  minutes: number;
  key: SigningKey;
  /** Writes to the terminal. */
  print(text: string): void;
}

/** A remote that is being developed inside a shell that runs elsewhere. */
interface RemoteDevelopment {
  /** Resolves with the link that opens the latest build in a browser, as soon as there is a build. */
  link: Promise<string>;
  /** Stops builds, checks and the server, and deletes the builds. */
  end(): Promise<void>;
}

/**
 * Builds a remote now and after every change of its sources, and serves the builds from this machine. Each build is
 * signed and submitted to the shell's gateway, with the same kind of link as a test version: unsigned builds never run.
 */
export async function developInRemoteShell(options: RemoteShellOptions): Promise<RemoteDevelopment> {
  const { env, name, folder, dependsOn, builder, isSandboxed = false, print } = options;
  const shell = new URL(options.shell).origin;
  const root = join(dataRoot(env), 'elsewhere', name);
  const development = await beginDevelopment(root, name);
  let reportError: (error: RunTimeError) => void = () => undefined;
  const server = await BuildServer.start({ root, shell, onError: (error) => reportError(error) });
  const first = Promise.withResolvers<string>();
  // If the caller doesn't await the link, the terminal still shows the error.
  first.promise.catch(() => undefined);
  const offer = async (version: string) => {
    const href = await offerBuild(options, server, { root, shell, version });
    first.resolve(href);
  };
  const developing = developFor(
    {
      send: async (state) => server.tell(name, state),
      followErrors: async (onError) => {
        reportError = onError;
      },
      built: (version) =>
        offer(version).catch((thrown: unknown) => {
          first.reject(thrown);
          print(`${name}: ${reasonOf(thrown)}`);
        }),
    },
    {
      ...{ development, root, name, folder, dependsOn, print },
      ...(builder === undefined ? {} : { builder }),
      key: isSandboxed ? undefined : options.key,
      cache: join(dataRoot(env), 'build', 'cache', name),
    },
  );
  const end = async () => {
    server.close();
    await developing.end();
  };
  return { link: first.promise, end };
}

interface Built {
  root: string;
  shell: string;
  version: string;
}

/** Signs a build, submits its manifest to the shell's gateway and switches the open pages to it. Returns the link. */
async function offerBuild(
  { name, minutes, key, isSandboxed = false }: RemoteShellOptions,
  server: BuildServer,
  { root, shell, version }: Built,
): Promise<string> {
  const manifest = await readFile(join(publishedFolder(root, name, version), REMOTE_MANIFEST), 'utf8');
  const url = `${server.origin}/remotes/${name}/${version}/${REMOTE_MANIFEST}`;
  const link = linkTo(manifest, { name, url, minutes, gateway: shell, kind: 'dev', isSandboxed, key });
  const objection = await submitManifest(link, manifest);
  if (objection !== undefined) throw new PlainError(objection);
  server.show({ build: version, token: link.token });
  return link.href;
}

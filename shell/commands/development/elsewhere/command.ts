import { basename } from 'node:path';
import { PlainError } from '../../../gateway/plain-error.ts';
import { keyForBuild } from '../../../gateway/trust/signing-key.ts';
import { developElsewhere } from './develop-elsewhere.ts';

/** A working day, in minutes. */
export const DEV_MINUTES = 8 * 60;

export interface ElsewhereRequest {
  env: NodeJS.ProcessEnv;
  name: string;
  folder: string;
  standsOn: string[];
  shell: string;
  minutes: number;
  /** The file of the key, where the command line names one. */
  key: string | undefined;
}

/** Develops a remote inside a shell that runs elsewhere, until the terminal ends it. Throws PlainError. */
export async function runElsewhere({ key: named, ...request }: ElsewhereRequest): Promise<void> {
  const { env, name, folder, shell } = request;
  const key = await keyForBuild(env, name, named);
  const say = (text: string) => console.log(text);
  const developing = await developElsewhere({ ...request, key, say });
  const stop = () => void developing.end().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  const link = await developing.link.catch(async (thrown: unknown) => {
    await developing.end();
    throw thrown;
  });
  say(
    `\n  ${name} from ${basename(folder)} shows at ${new URL(shell).origin} in the browser on this machine that opens\n\n${link}\n\n  Changes show there by themselves. Ctrl-C ends it.\n`,
  );
}

/** The address of a shell as it is typed. Throws PlainError. */
export function readShell(typed: string): string {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.origin;
  throw new PlainError(`--shell must be an address that starts with http:// or https://, not "${typed}".`);
}

import { basename } from 'node:path';
import { readAddress } from '../../../../gateway/common/command-line.ts';
import { readMinutes } from '../../../../gateway/overrides/command.ts';
import { keyForBuild } from '../../../../gateway/trust/signing-key.ts';
import { developElsewhere, type ElsewhereOptions } from './develop-elsewhere.ts';

/** Default validity of a link in minutes: a working day. */
const DEV_MINUTES = 8 * 60;

/** Command-line options for developing a remote inside a shell that runs elsewhere. */
export const ELSEWHERE = { shell: { type: 'string' }, minutes: { type: 'string' }, key: { type: 'string' } } as const;

/** Values of these options: the shell's address, the minutes that the link is valid, and the key file. */
export interface ElsewhereTyped {
  shell: string;
  minutes?: string | undefined;
  key?: string | undefined;
}

/** The remote to develop. */
type Developed = Pick<ElsewhereOptions, 'env' | 'name' | 'folder' | 'standsOn'>;

/** Develops a remote inside a shell that runs elsewhere, until the process is stopped. Throws PlainError. */
export async function runElsewhere(developed: Developed, typed: ElsewhereTyped): Promise<void> {
  const { env, name, folder } = developed;
  const shell = readAddress(typed.shell, '--shell');
  const minutes = readMinutes(typed.minutes, DEV_MINUTES);
  const key = await keyForBuild(env, name, typed.key);
  const say = (text: string) => console.log(text);
  const developing = await developElsewhere({ ...developed, shell, minutes, key, say });
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

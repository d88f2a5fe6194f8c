import { promptLines } from '../blocks.ts';
import { ShellSession } from '../shell-session.ts';

/** A running clean machine, as the operator at its terminals. */
export interface Entered {
  shell: ShellSession;
  /** Runs a `console` block, and prints what `lodestar` says. */
  runConsole(text: string): Promise<void>;
  pathHere(file: string): string;
  end(): Promise<void>;
}

/** @param pid the machine's first process; this process has to be in its network */
export async function enterMachine(pid: string): Promise<Entered> {
  const enter = ['nsenter', '--target', pid, '--mount', '--uts', '--ipc', '--pid', '--net', '--'];
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };
  const root = new ShellSession('/', env, [...enter, 'bash', '-s']);
  const shell = new ShellSession('/', env, [...enter, 'su', '-', 'lodestar']);
  await shell.run('cd app');
  return {
    shell,
    async runConsole(text) {
      for (const { user, command } of promptLines(text)) {
        const output = await (user === 'root' ? root : shell).run(command);
        if (/\blodestar (upgrade|rollback|restart|status)\b/.test(command))
          console.log(`${command}\n${output.trim().replaceAll(/^/gm, '  ')}`);
      }
    },
    pathHere: (file) => `/proc/${pid}/root${file}`,
    async end() {
      await Promise.all([shell.end(), root.end()]);
    },
  };
}

import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from 'mock-api/test/support/postgres';
import { REPO } from 'server-kit/paths';
import { freePorts } from 'tools/commands/running/ports';
import type { Mailbox } from './mailbox.ts';
import { ShellSession } from './shell-session.ts';

/** A machine on which the commands of docs/operate.md are run. */
export interface Operated {
  shell: ShellSession;
  /** Runs a `console` block where there is an administrator. */
  runConsole(text: string): Promise<void>;
  port: number;
  etc: string;
  end(): Promise<void>;
}

const DATA = join(REPO, '.lodestar');

interface Options {
  /** Folder with the builds to start from. */
  built?: string;
  /** How many ports the commands use. The whole page uses those up to 20 above the first. */
  ports?: number;
}

/**
 * Prepares this machine for the page: an empty folder, a PostgreSQL server, and the page's variables.
 * @param staffEmail address of the first staff account
 */
export async function installHere(
  mailbox: Mailbox,
  staffEmail: string,
  { built = DATA, ports = 21 }: Options = {},
): Promise<Operated> {
  const folder = await mkdtemp(join(tmpdir(), 'operate-'));
  const postgres = await startPostgres();
  const [port = 0] = await freePorts(ports);
  const etc = join(folder, 'etc');
  for (const name of ['etc', 'backups']) await mkdir(join(folder, name));
  await mkdir(join(folder, 'data/keys'), { recursive: true });
  // Copies builds and the public half of their signing key; the hospital creates its own key.
  for (const made of ['deploy', 'build']) cpSync(join(built, made), join(folder, 'data', made), { recursive: true });
  cpSync(join(DATA, 'keys/teams.json'), join(folder, 'data/keys/teams.json'));
  const { DATABASE_URL: _unused, DEPLOY_ROOT: _root, ...inherited } = process.env;
  const shell = new ShellSession(REPO, {
    ...inherited,
    DATA_ROOT: join(folder, 'data'),
    ADMIN_URL: postgres.url,
    DATABASE_PASSWORD: "it's @ password/of its own? 100%25 #1:&|;$HOME",
    OWNER_PASSWORD: 'the-owner|has&another;',
    DATABASE_HOST: new URL(postgres.url).host,
    ETC: etc,
    LOGS: folder,
    BACKUPS: join(folder, 'backups'),
    ROOTS: join(folder, 'roots'),
    PUBLIC_URL: `https://localhost:${port}`,
    PUBLIC_HOST: 'localhost',
    PORT: String(port),
    SMTP_URL: mailbox.smtpUrl,
    SMS_WEBHOOK_URL: `${mailbox.smsUrl}?user=a&key=b;c|d`,
    STAFF_EMAIL: staffEmail,
    HOSPITAL: 'Hilltop Hospital',
    SUPPORT_EMAIL: 'help@hilltop.example',
    SUPPORT_PHONE: '+1 613 555 0100',
    SUPPORT_TOLL_FREE: '+1 888 555 0100',
  });
  const end = async () => {
    await shell.end();
    await postgres.stop();
    // A gateway that has just been told to end may still write a file.
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  };
  return { shell, runConsole: async () => undefined, port, etc, end };
}

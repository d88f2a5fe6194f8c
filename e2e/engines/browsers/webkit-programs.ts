import { findProgram } from 'tools/commands/browsers/tools';
import { freePorts } from 'tools/commands/running/ports';
import { Program } from './programs.ts';

/** Larger than a phone: the window has a bar above the page. */
const SCREEN = '800x1200x24';

/** Starts a virtual display (Xvfb). @returns its process and its name for `DISPLAY` */
export async function startScreen(): Promise<{ program: Program; display: string }> {
  const path = findProgram('screen') ?? 'Xvfb';
  // Xvfb picks a free number and prints it.
  const args = ['-displayfd', '1', '-screen', '0', SCREEN, '-nolisten', 'tcp'];
  const program = new Program('Xvfb', [path, ...args], process.env);
  const [number] = await program.prints(/^\d+$/);
  return { program, display: `:${number}` };
}

/** Starts the driver, which starts the browser on demand. @returns its process and URL */
export async function startDriver(display: string): Promise<{ program: Program; url: string }> {
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const path = findProgram('webkitDriver') ?? 'WebKitWebDriver';
  const env = { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1', LANG: 'en_US.UTF-8' };
  const program = new Program('WebKitWebDriver', [path, `--port=${port}`], env);
  const answers = async () => (await fetch(`${url}/status`).catch(() => undefined)) && true;
  await program.waitFor(answers);
  return { program, url };
}

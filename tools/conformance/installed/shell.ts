import { startShell as startInstalled } from '../../../e2e/kit/start-shell.ts';
import { Api } from '../../../e2e/support/hospital/api.ts';
import { deployRoot } from '../../../gateway/common/paths.ts';
import { PlainError, reasonOf } from '../../../gateway/common/plain-error.ts';
import { RECORDER_PATH } from '../../../gateway/http/proxy.ts';
import type { StartedProduct } from '../command.ts';

/** Starts the packaged shell with new data. Throws PlainError with its output if it doesn't start. */
export async function startShell(command: string): Promise<StartedProduct> {
  const { origin, data, stop } = await startInstalled({ command }).catch((thrown: unknown) => {
    throw new PlainError(reasonOf(thrown));
  });
  const recorderUrl = new URL(RECORDER_PATH, origin).href;
  return { url: origin, recorderUrl, deployRoot: deployRoot({ DATA_ROOT: data }), api: new Api(origin), stop };
}
